import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type Island = ComponentType<{ data: DOMStringMap }>;

const islands: Readonly<Record<string, () => Promise<Island>>> = {
  copy: async () => (await import('#web/pages/reading/copy-island.tsx')).CopyIsland,
  demo: async () => (await import('./demo-island.tsx')).DemoIsland,
  'consent-choice': async () => (await import('#web/pages/consent-choice.tsx')).ConsentChoice,
};

/** Fills `data-island` elements of static HTML once their code is loaded. On errors the HTML stays. */
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
