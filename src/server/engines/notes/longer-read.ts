import type { Evening, Line, Passage } from '#contract/analysis-result.ts';
import { chapterTitle, firstWords, inMarks, quotation } from '#contract/evening-text.ts';
import { longerReadSection } from '#contract/notes-file.ts';
import { hasText } from '#contract/place-in.ts';
import { noStamp, type Stamp } from './sections.ts';

/** Enough to find a passage again. */
const ANCHOR_WORDS = 6;

/**
 * All passages of an evening by chapter, with their evidence. Those that the notes before it have are only its landmarks, by their first words. Null if
 * those notes have all.
 * @param above Markdown of those notes, as their readers see it
 * @param isReadable which of the others they may read
 */
export function longerRead(
  { chapters, passages }: Pick<Evening, 'chapters' | 'passages'>,
  above: string,
  {
    stamp = noStamp,
    isReadable = () => true,
  }: { stamp?: Stamp; isReadable?: (passage: Passage) => boolean } = {},
): { key: string; title: string; body: string; lines: Line[] } | null {
  const rows = passages.flatMap((passage) => {
    if (passage.hidden) return [];
    const { chapter, text } = passage;
    if (!hasText(above, inMarks(text)))
      return isReadable(passage) ? { ...quotation(passage), chapter, isNew: true } : [];
    const landmark = quotation({ ...passage, text: firstWords(text, ANCHOR_WORDS) });
    return { ...landmark, text: `(in the notes above) ${landmark.text}`, chapter, isNew: false };
  });
  if (!rows.some(({ isNew }) => isNew)) return null;
  const parts = chapters.flatMap((chapter, at) => {
    const own = rows.filter((row) => row.chapter === at);
    if (!own.some(({ isNew }) => isNew)) return [];
    const list = own.map(({ text, evidence }) => `- ${text}${stamp(evidence)}`);
    return `### ${chapterTitle(chapter, at)}\n\n${list.join('\n')}`;
  });
  const { key, title } = longerReadSection;
  return {
    key,
    title,
    body: parts.join('\n\n'),
    lines: rows.map(({ text, evidence }) => ({ text, evidence })),
  };
}
