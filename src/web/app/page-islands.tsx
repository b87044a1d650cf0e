import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type Island = ComponentType<{ data: DOMStringMap }>;

/** By the name in `data-island`; each is code of its own. The budget of pages counts them by these names. */
const islands: Readonly<Record<string, () => Promise<Island>>> = {
  copy: async () => (await import('#web/pages/reading/copy-island.tsx')).CopyIsland,
  'consent-choice': async () => (await import('#web/pages/consent-choice.tsx')).ConsentChoice,
};

/**
 * The few places of a page of plain HTML that need code, such as a button that copies: elements with `data-island`,
 * filled once their code has come. Without it, or where it cannot be had, the page reads as it was sent; so does a
 * place that names nothing known.
 */
export function PageIslands() {
  const [shown, setShown] = useState<readonly ReactNode[]>([]);
  useEffect(() => {
    let isHere = true;
    [...document.querySelectorAll<HTMLElement>('[data-island]')].forEach((place, at) => {
      islands[place.dataset.island ?? '']?.().then(
        (Island) =>
          isHere &&
          setShown((others) => [...others, createPortal(<Island data={place.dataset} />, place, String(at))]),
        () => {},
      );
    });
    return () => {
      isHere = false;
      setShown([]);
    };
  }, []);
  return shown;
}
