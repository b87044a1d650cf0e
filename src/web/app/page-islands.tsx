import { type ReactNode, useEffect, useState } from 'react';

/**
 * The few places of a page of plain HTML that need code, such as a button that copies: elements with `data-island`,
 * filled once their code has come. Without it, or where it cannot be had, the page reads as it was sent.
 */
export function PageIslands() {
  const [islands, setIslands] = useState<ReactNode>(null);
  useEffect(() => {
    const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
    if (places.length === 0) return;
    let isShown = true;
    import('#web/pages/islands.tsx').then(
      ({ Islands }) => isShown && setIslands(<Islands places={places} />),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  return islands;
}
