import type { Evening, Line, Passage } from '#contract/analysis-result.ts';
import { chapterTitle, inMarks, quotation } from '#contract/evening-text.ts';
import { longerReadSection } from '#contract/notes-file.ts';
import { hasText } from '#contract/place-in.ts';
import { noStamp, type Stamp } from './sections.ts';

/** All passages of an evening by chapter, with their evidence. Null if there are no more than the page has. */
export function longerRead(
  { chapters, passages }: Pick<Evening, 'chapters' | 'passages'>,
  stamp: Stamp = noStamp,
  isReadable: (passage: Passage) => boolean = () => true,
): { key: string; title: string; body: string; lines: Line[] } | null {
  const readable = passages.filter((passage) => !passage.hidden && isReadable(passage));
  if (!readable.some(({ shown }) => shown === 'more')) return null;
  const { key, title } = longerReadSection;
  const parts = chapters.flatMap((chapter, at) => {
    const own = readable.filter((passage) => passage.chapter === at).map(quotation);
    if (own.length === 0) return [];
    const rows = own.map(({ text, evidence }) => `- ${text}${stamp(evidence)}`);
    return `### ${chapterTitle(chapter, at)}\n\n${rows.join('\n')}`;
  });
  return { key, title, body: parts.join('\n\n'), lines: readable.map(quotation) };
}

/** For players: a passage of the page only if they see it in the notes. */
export const seenIn =
  (body: string) =>
  ({ shown, text }: Passage): boolean =>
    shown === 'more' || hasText(body, inMarks(text));
