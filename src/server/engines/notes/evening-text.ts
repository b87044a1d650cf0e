import type { Chapter, Evening, GlanceRow, Line, Pointer } from '#contract/analysis-result.ts';
import { MARKDOWN, withoutMarkdown } from './reading/text.ts';

const MOST_NAMES = 24;
const MOST_POINTERS = 8;
const POINTED_WORDS = 14;

type Quotable = Pick<Pointer, 'text' | 'speaker' | 'evidence'>;

/** Words in quotation marks, as Markdown. Quotations within become single ones; what loses characters has no marks. */
export function inMarks(said: string): string {
  // What somebody of the story says from beginning to end needs one pair of marks.
  const words = withoutMarkdown(/^["“][^"“”]*["”]$/.test(said) ? said.slice(1, -1) : said)
    .replace(/(^|[\s(])["“”]/g, '$1‘')
    .replace(/["“”]/g, '’');
  return said.search(MARKDOWN) < 0 ? `“${words || '…'}”` : words.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || '…';
}

/** “Lena: “We go.””, or only the words if no voice is known. */
export function quotation({ text, speaker, evidence }: Quotable): Line {
  const said = inMarks(text);
  return { text: speaker === null ? said : `${withoutMarkdown(speaker)}: ${said}`, evidence };
}

/** The game master's own title, else words of theirs in quotation marks, else a number. */
export function chapterTitle({ ownTitle, title }: Pick<Chapter, 'ownTitle' | 'title'>, at: number): string {
  if (ownTitle !== null) return withoutMarkdown(ownTitle) || `${at + 1}`;
  return title === null ? `${at + 1}` : inMarks(title.text.charAt(0).toUpperCase() + title.text.slice(1));
}

/** Chapters with the passages of the page, as Markdown, and each passage with its evidence. Hidden ones are left out. */
export function summaryOf(
  { chapters, passages }: Pick<Evening, 'chapters' | 'passages'>,
  longest: number,
): { markdown: string; lines: Line[] } {
  const parts: string[] = [];
  const kept: Line[] = [];
  let length = 0;
  for (const [at, chapter] of chapters.entries()) {
    const lines = passages
      .filter((passage) => passage.chapter === at && passage.shown === 'page' && !passage.hidden)
      .map(quotation);
    if (lines.length === 0) continue;
    const part = `### ${chapterTitle(chapter, at)}\n\n${lines.map(({ text }) => `- ${text}`).join('\n')}`;
    if (length + part.length + 2 > longest) continue;
    parts.push(part);
    length += part.length + 2;
    kept.push(...lines);
  }
  return { markdown: parts.join('\n\n'), lines: kept };
}

const pointerRows: readonly { kind: Pointer['kind']; label: string }[] = [
  { kind: 'fight', label: 'Initiative called' },
  { kind: 'roll', label: 'Natural 20s and 1s spoken of' },
  { kind: 'question', label: 'Asked of the table' },
  { kind: 'handedOut', label: 'Money spoken of' },
];

/** The index and the pointers as text: what was heard where, without a claim. */
export function indexRows({ names, pointers }: Pick<Evening, 'names' | 'pointers'>): GlanceRow[] {
  const rows = pointerRows.map(({ kind, label }) => ({
    label,
    entries: pointers
      .filter((pointer) => pointer.kind === kind)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MOST_POINTERS)
      .sort((a, b) => a.startMs - b.startMs)
      .map((pointer) => ({ ...quotation({ ...pointer, text: clip(pointer.text) }), guessed: false })),
  }));
  const heard = names.slice(0, MOST_NAMES).map(({ name, count, heard: { segmentIds, startsMs } }) => ({
    text: `${withoutMarkdown(name)} (${count === 1 ? 'once' : `${count} times`})`,
    guessed: false,
    evidence: {
      segmentIds: segmentIds.slice(0, 1),
      startMs: startsMs[0] ?? 0,
      endMs: startsMs[0] ?? 0,
    },
  }));
  return [{ label: 'Names heard', entries: heard }, ...rows].filter(({ entries }) => entries.length > 0);
}

function clip(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= POINTED_WORDS ? text : `${words.slice(0, POINTED_WORDS).join(' ')} …`;
}
