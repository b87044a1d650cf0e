import { createHash } from 'node:crypto';

const beginning = /^%% hearthscribe:begin ([0-9a-f]{8}) .*%%$/;
const ending = '%% hearthscribe:end %%';

const signOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A later export replaces only what is between the two lines. */
export const fenced = (text: string): string =>
  `%% hearthscribe:begin ${signOf(text)} · the next export replaces this part; write above or below it %%\n\n${text}\n\n${ending}`;

interface FencedNote {
  before: string;
  text: string;
  after: string;
  isEdited: boolean;
}

/** Null if our part is not in the note. */
export function splitNote(note: string): FencedNote | null {
  const lines = note.split('\n');
  const begin = lines.findIndex((line) => beginning.test(line.trim()));
  const end = lines.findIndex((line, index) => index > begin && line.trim() === ending);
  if (begin < 0 || end < 0) return null;
  const text = lines
    .slice(begin + 1, end)
    .join('\n')
    .trim();
  return {
    before: lines.slice(0, begin).join('\n'),
    text,
    after: lines.slice(end + 1).join('\n'),
    isEdited: beginning.exec(lines[begin]?.trim() ?? '')?.[1] !== signOf(text),
  };
}
