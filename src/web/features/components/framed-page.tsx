import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { applyTheme, type Theme } from '#web/ui/theme.ts';

interface FramedPageProps {
  title: string;
  /** In CSS pixels; null: as wide as there is room. */
  width: number | null;
  theme: Theme;
  children: ReactNode;
}

/** A window in the page, of a width and a theme of its own, so that what depends on the window's width can be seen. */
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
    // Vite puts changed styles into the head.
    const observer = new MutationObserver(copyStyles);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [page]);

  return (
    <iframe
      className="viewer-frame"
      title={title}
      style={width === null ? undefined : { width }}
      // Firefox replaces the first document of an empty frame once it has loaded.
      onLoad={(event) => setPage(event.currentTarget.contentDocument)}
      ref={(frame) => {
        if (frame?.contentDocument?.readyState === 'complete') setPage(frame.contentDocument);
      }}
    >
      {page ? createPortal(children, page.body) : null}
    </iframe>
  );
}
