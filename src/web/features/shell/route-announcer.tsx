import { useEffect, useState } from 'react';

/**
 * Announces the page's title to screen readers after each navigation (not the first load, which they announce
 * themselves).
 */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let told = document.title;
    const observer = new MutationObserver(() => {
      if (document.title === told) return;
      told = document.title;
      setTitle(told);
    });
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  );
}
