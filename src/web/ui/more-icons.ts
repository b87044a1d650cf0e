import { type IconName, known } from './icon.tsx';
import { moreDrawings } from './more-drawings.ts';

Object.assign(known, moreDrawings);

export const iconNames = Object.keys(known) as readonly IconName[];
