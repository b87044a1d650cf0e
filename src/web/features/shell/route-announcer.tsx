import { useEffect, useState } from 'react';

/**
 * Tells screen readers where one has come to: the page's title, politely, whenever it changes after the first load
 * (there they read it by themselves).
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
