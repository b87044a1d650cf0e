import type {
  AnalysisResult,
  Evening,
  GlanceRow,
  Line,
  Passage,
  Pointer,
} from '#contract/analysis-result.ts';
import { chapterTitle, firstWords, quotation, withoutMarkdown } from '#contract/evening-text.ts';

const LONGEST = { brief: 6000, comprehensive: 50_000 };
const IN_SHORT_LETTERS = 520;
const LEAST_WORDS = 10;
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
      .map((pointer) => ({
        ...quotation({ ...pointer, text: firstWords(pointer.text, POINTED_WORDS) }),
        guessed: false,
      })),
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

/**
 * How the evening went: of each third the best narration that stands by itself, if the page ranks it well: in the better half of
 * that third's passages. Nothing where fewer than two thirds have one.
 */
function inShort({ passages, chapters, timeline }: Evening): Line[] {
  const end = chapters.reduce((last, { endMs }) => Math.max(last, endMs), 1);
  const [narrator, other] = timeline.voices;
  const isTold = ({ speakerId }: Passage) => other === undefined || speakerId === narrator?.speakerId;
  const page = passages
    .filter((passage) => passage.shown === 'page' && !passage.hidden)
    .sort((a, b) => a.rank - b.rank);
  const best = [0, 1, 2].flatMap((third) => {
    const own = page.filter(({ startMs }) => Math.min(2, Math.floor((startMs * 3) / end)) === third);
    const better = own.slice(0, Math.ceil(own.length / 2));
    return better.find((passage) => isTold(passage) && isShort(passage) && standsAlone(passage)) ?? [];
  });
  return best.length < 2 ? [] : best.map(quotation);
}

/** A question, an aside, what is cut off, somebody's speech, or what leans on words before it. */
const NO_SUMMARY =
  /[?(]|--|…|\.\.\.|\bi(?:'ll|'m going)\b|^["“'‘]|^(?:(?:he|she|it|they|that|this|those|these|and|but|so|or|because|then|i|i'm|i'll)\b)/i;

const standsAlone = ({ text, isSpeech }: Passage): boolean => isSpeech !== true && !NO_SUMMARY.test(text);

const isShort = (passage: Passage): boolean => {
  const words = passage.text.split(/\s+/).length;
  return words >= LEAST_WORDS && quotation(passage).text.length <= IN_SHORT_LETTERS;
};
