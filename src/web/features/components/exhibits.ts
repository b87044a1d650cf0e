import { actionExhibits } from './exhibits/actions.tsx';
import type { Exhibit } from './exhibits/exhibit.ts';
import { fieldExhibits } from './exhibits/fields.tsx';
import { messageExhibits } from './exhibits/messages.tsx';
import { pictureExhibits } from './exhibits/pictures.tsx';
import { surfaceExhibits } from './exhibits/surfaces.tsx';
import { wordExhibits } from './exhibits/words.tsx';

export interface ExhibitGroup {
  title: string;
  exhibits: readonly Exhibit[];
}

export const exhibitGroups: readonly ExhibitGroup[] = [
  { title: 'Colors and pictures', exhibits: pictureExhibits },
  { title: 'Words', exhibits: wordExhibits },
  { title: 'Doing', exhibits: actionExhibits },
  { title: 'Fields', exhibits: fieldExhibits },
  { title: 'Telling', exhibits: messageExhibits },
  { title: 'Surfaces', exhibits: surfaceExhibits },
];

export function exhibitsWith(words: string): readonly ExhibitGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return exhibitGroups
    .map(({ title, exhibits }) => ({
      title,
      exhibits: exhibits.filter((exhibit) => {
        const said = [exhibit.title, exhibit.explanation, ...exhibit.specimens.map(({ name }) => name)]
          .join(' ')
          .toLowerCase();
        return wanted.every((word) => said.includes(word));
      }),
    }))
    .filter(({ exhibits }) => exhibits.length > 0);
}
