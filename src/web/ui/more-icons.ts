import { type IconName, known } from './icon.tsx';
import { moreDrawings } from './more-drawings.ts';

Object.assign(known, moreDrawings);

// biome-ignore lint/plugin: the line above completes the list.
export const iconNames = Object.keys(known) as readonly IconName[];
