import type { Evidence } from '#contract/analysis-result.ts';
import { plainWords, rowsOf } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { createBoundedSearch } from '#contract/place-in.ts';
import { highlightsLabel } from '#contract/result-parts.ts';
import { sentencesOf } from '#contract/sentences.ts';

export interface Statement {
  text: string;
  /** Null: somebody wrote it without a quote. */
  evidence: Evidence | null;
}

/** What happened in a session. The same statements may be in more than one. */
export interface Summaries<Said> {
  short: Said[];
  long: Said[];
}

type Section = Pick<NotesSection, 'key' | 'body' | 'lines'>;

const SENTENCES_IN_SHORT = 2;
/** What it says of itself is no story. */
const aboutHighlights: ReadonlySet<string> = new Set(highlightsLabel.split(/(?<=\.) /u));
export const WORDS_PER_SECOND = 150 / 60;
/** Of a section: more is not read as the story of an evening. */
const MOST_CHARACTERS = 40_000;
const MOST_ROWS = 1000;
const MOST_CITED = 1000;

/** As notes tell it: their summary, else the recap from the start of the next evening. Null: they have neither. */
export function storyIn(sections: readonly Section[]): Summaries<Statement> | null {
  const of = (key: string) => {
    const section = sections.find((each) => each.key === key);
    return section === undefined ? [] : statementsOf(section);
  };
  const summary = of('summary');
  const both = inBoth(of('shortSummary'), summary.length > 0 ? summary : of('ownWords'));
  return both.long.length === 0 ? null : both;
}

/** Where one of the two is missing, the other is there twice. Nothing is said twice. */
export function inBoth<Said extends { text: string }>(
  short: readonly Said[],
  long: readonly Said[],
): Summaries<Said> {
  const once = (statements: readonly Said[]) => [
    ...new Map(statements.map((statement) => [statement.text, statement])).values(),
  ];
  return {
    short: once(short.length > 0 ? short : long.slice(0, SENTENCES_IN_SHORT)),
    long: once(long.length > 0 ? long : short),
  };
}

/** Sentence by sentence, each with the evidence of the line that it is in. */
function statementsOf({ body, lines }: Section): Statement[] {
  const has = createBoundedSearch();
  const cited = lines
    .slice(0, MOST_CITED)
    .map(({ text, evidence }) => ({ text: plainWords(text), evidence }));
  return rowsOf(body.slice(0, MOST_CHARACTERS))
    .slice(0, MOST_ROWS)
    .filter(({ kind }) => kind !== 'heading')
    .flatMap((row) => {
      const read = plainWords(row.text);
      const ofRow = cited.filter(({ text }) => has(text, read) || has(read, text));
      return sentencesOf(read)
        .filter((text) => /[\p{L}\p{N}]/u.test(text) && !aboutHighlights.has(text))
        .map((text) => ({
          text,
          evidence: ofRow.find((each) => has(each.text, text) || has(text, each.text))?.evidence ?? null,
        }));
    });
}

export const wordsIn = (text: string): number => text.match(/[\p{L}\p{M}\p{N}'’-]+/gu)?.length ?? 0;

/**
 * To read aloud in so many seconds, in whole statements: how the last session ended, then what came before it.
 * @param stories in the order in which they were played
 */
export function previously<Said extends { text: string }>(
  stories: readonly Summaries<Said>[],
  seconds: number,
): Said[] {
  let left = Math.round(seconds * WORDS_PER_SECOND);
  const seen = new Set<string>();
  const fitting = (statements: readonly Said[]): Said[] =>
    statements.filter(({ text }) => {
      const words = wordsIn(text);
      if (words > left || seen.has(text)) return false;
      left -= words;
      seen.add(text);
      return true;
    });
  const [last, ...earlier] = stories.toReversed();
  if (last === undefined) return [];
  const chosen = fitting(last.long.toReversed()).toReversed();
  for (const { short } of earlier) {
    const before = fitting(short);
    if (before.length === 0) break;
    chosen.unshift(...before);
  }
  return chosen;
}
