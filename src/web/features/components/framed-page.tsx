import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { applyTheme, type Theme } from '#web/ui/theme.ts';

interface FramedPageProps {
  title: string;
  width: number | null;
  theme: Theme;
  children: ReactNode;
}

export function FramedPage({ title, width, theme, children }: FramedPageProps) {
  const [page, setPage] = useState<Document | null>(null);

  useEffect(() => {
    if (page) applyTheme(theme, page.documentElement);
  }, [page, theme]);

  useEffect(() => {
    if (!page) return;
    const copyStyles = () => {
      const styles = document.head.querySelectorAll('style, link[rel="stylesheet"]');
      page.head.replaceChildren(...[...styles].map((style) => style.cloneNode(true)));
    };
    copyStyles();
    // Vite adds changed styles to the head.
    const observer = new MutationObserver(copyStyles);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [page]);

  return (
    <iframe
      className="viewer-frame"
      title={title}
      style={width === null ? undefined : { width }}
      // Firefox replaces an empty frame's first document after loading.
      onLoad={(event) => setPage(event.currentTarget.contentDocument)}
      ref={(frame) => {
        if (frame?.contentDocument?.readyState === 'complete') setPage(frame.contentDocument);
      }}
    >
      {page ? createPortal(children, page.body) : null}
    </iframe>
  );
}
