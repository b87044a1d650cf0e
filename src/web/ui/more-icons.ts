import { type IconName, known } from './icon.tsx';
import { moreDrawings } from './more-drawings.ts';

// Whoever draws one of them imports this file.
Object.assign(known, moreDrawings);

/** Every name there is. */
export const iconNames = Object.keys(known) as readonly IconName[];
