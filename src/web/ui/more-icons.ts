import { type IconName, known } from './icon.tsx';

/** What no page shows before someone has done something, or shows as HTML only; whoever draws one of them imports this. */
const drawings = {
  archive: ['M4 7.5h16V20H4Z', 'M3 4h18v3.5H3Z', 'M10 11.5h4'],
  book: [
    'M4 5.5c3-.8 5.8-.3 8 1.5 2.2-1.8 5-2.3 8-1.5v13c-3-.8-5.8-.3-8 1.5-2.2-1.8-5-2.3-8-1.5Z',
    'M12 7v13',
  ],
  coins: [
    'M4 7.5a5 2.5 0 1 0 10 0 5 2.5 0 1 0-10 0',
    'M4 7.5v4c0 1.4 2.2 2.5 5 2.5',
    'M10 14.5a5 2.5 0 1 0 10 0 5 2.5 0 1 0-10 0',
    'M10 14.5v3.5c0 1.4 2.2 2.5 5 2.5s5-1.1 5-2.5v-3.5',
  ],
  eye: [
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z',
    'M9.3 12a2.7 2.7 0 1 0 5.4 0 2.7 2.7 0 1 0-5.4 0',
  ],
  eyeOff: [
    'm4 4 16 16',
    'M9.5 5.9C10.3 5.6 11.1 5.5 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1',
    'M10.2 10.2a2.7 2.7 0 0 0 3.7 3.7',
  ],
  folder: ['M3 6h6l2 2.5h10V19H3Z'],
  hourglass: ['M6.5 3.5h11', 'M6.5 20.5h11', 'M8 3.5c0 5 8 6 8 17', 'M16 3.5c0 5-8 6-8 17'],
  microphone: ['M9 5.5a3 3 0 0 1 6 0V11a3 3 0 0 1-6 0Z', 'M5.5 11a6.5 6.5 0 0 0 13 0', 'M12 17.5V21'],
  more: [
    'M4.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
    'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
    'M17.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  ],
  pause: ['M8.5 5.5v13', 'M15.5 5.5v13'],
  pencil: ['m4 20 1-4.5L16.5 4 20 7.5 8.5 19Z', 'm14 6.5 3.5 3.5'],
  play: ['m7.5 5 11 7-11 7Z'],
  plus: ['M12 5v14', 'M5 12h14'],
  quote: [
    'M5 16.5c2.5-1 3.5-3 3.5-5.5H5V6.5h5V11c0 4-1.5 6.5-4 7.5Z',
    'M14 16.5c2.5-1 3.5-3 3.5-5.5H14V6.5h5V11c0 4-1.5 6.5-4 7.5Z',
  ],
  search: ['M4.5 10.5a6 6 0 1 0 12 0 6 6 0 1 0-12 0', 'm15 15 5 5'],
  signOut: ['M14 4.5H5v15h9', 'M10 12h11', 'm17 8 4 4-4 4'],
  sparkle: ['M12 3c.8 5.5 3.5 8.2 9 9-5.5.8-8.2 3.5-9 9-.8-5.5-3.5-8.2-9-9 5.5-.8 8.2-3.5 9-9Z'],
  trash: ['M4.5 7h15', 'M9 7V4.5h6V7', 'm6.5 7 1 13h9l1-13', 'M10.5 11v5', 'M13.5 11v5'],
  undo: ['M8.5 5 4 9.5 8.5 14', 'M4 9.5h10a5.5 5.5 0 0 1 0 11h-3'],
  upload: ['M12 16V4.5', 'm7 9 5-5 5 5', 'M4 15.5V20h16v-4.5'],
} as const;

export type MoreIcons = keyof typeof drawings;

Object.assign(known, drawings);

/** Every name there is. */
export const iconNames = Object.keys(known) as readonly IconName[];
