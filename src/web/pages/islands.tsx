import type { ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { ConsentChoice } from './consent-choice.tsx';
import { CopyIsland } from './reading/copy-island.tsx';

const islands: Readonly<Record<string, ComponentType<{ data: DOMStringMap }>>> = {
  copy: CopyIsland,
  'consent-choice': ConsentChoice,
};

/** Fills elements with `data-island` by what they name; one that names nothing known stays as it is. */
export function Islands({ places }: { places: readonly HTMLElement[] }) {
  return places.map((place, at) => {
    const Island = islands[place.dataset.island ?? ''];
    return Island ? createPortal(<Island data={place.dataset} />, place, String(at)) : null;
  });
}
