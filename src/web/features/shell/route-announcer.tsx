import { useEffect, useState } from 'react';

/** Not on the first load, which screen readers announce themselves. */
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
