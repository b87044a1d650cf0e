import type {
  AnalysisResult,
  Evening,
  GlanceRow,
  Line,
  Passage,
  Pointer,
} from '#contract/analysis-result.ts';
import { chapterTitle, quotation, withoutMarkdown } from '#contract/evening-text.ts';

const LONGEST = { brief: 6000, comprehensive: 50_000 };
const IN_SHORT_WORDS = 45;
const IN_SHORT_LETTERS = 390;
const MOST_NAMES = 24;
const MOST_POINTERS = 8;
const POINTED_WORDS = 14;

/** What the page says as Markdown, with the lines that it consists of. Hidden passages are left out. */
export function textOf(
  { detailLevel, lines }: Pick<AnalysisResult, 'detailLevel' | 'lines'>,
  evening: Evening,
): Pick<AnalysisResult, 'shortSummary' | 'summary' | 'lines' | 'glance'> {
  const summary = summaryOf(evening, LONGEST[detailLevel]);
  const short = inShort(evening);
  return {
    summary: summary.markdown,
    shortSummary: short.map(({ text }) => text).join('\n\n'),
    lines: { ...lines, summary: summary.lines, shortSummary: short },
    glance: indexRows(evening),
  };
}

/** Chapters with the passages of the page, as Markdown, and each passage with its evidence. Hidden ones are left out. */
function summaryOf(
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
function indexRows({ names, pointers }: Pick<Evening, 'names' | 'pointers'>): GlanceRow[] {
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

/** The best short passage of each third of the evening, if there are two or more. */
function inShort({ passages, chapters }: Evening): Line[] {
  const end = chapters.reduce((last, { endMs }) => Math.max(last, endMs), 1);
  const shown = passages.filter((passage) => passage.shown === 'page' && !passage.hidden && isShort(passage));
  const best = [0, 1, 2].flatMap(
    (third) =>
      shown
        .filter(({ startMs }) => Math.floor((startMs * 3) / end) === third)
        .sort((a, b) => a.rank - b.rank)[0] ?? [],
  );
  return best.length < 2 ? [] : best.map(quotation);
}

const isShort = (passage: Passage): boolean =>
  passage.text.split(/\s+/).length <= IN_SHORT_WORDS && quotation(passage).text.length <= IN_SHORT_LETTERS;
