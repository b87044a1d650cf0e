/**
 * Fits the weights of `keeping.ts` on what readers said of passages (`keeping.json`) and writes them. By hand:
 * npm run fit:keeping [-- --folder DIR]. No passage is of a session that `npm run bench:notes` reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepingValuesOf } from '#server/engines/notes/highlights/keeping.ts';
import { keepingFeatures } from '#server/engines/notes/highlights/keeping-weights.ts';
import { type Prepared, prepare } from '#server/engines/notes/reading/prepare.ts';
import { salienceOf } from '#server/engines/notes/reading/salience.ts';
import { type Sentence, stem } from '#server/engines/notes/reading/text.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { readSession } from './episodes.ts';
import { variantsOf } from './figures.ts';
import { areaUnderCurve, fitJudged, type Judged, writeWeights } from './logistic.ts';
import { readOptions } from './options.ts';

const PENALTY = 30;
/** A word is in few passages. */
const PENALTY_OF_WORD = 800;
const ROUNDS = 6;
const FOLDS = 5;
/** The same passages without speakers, and all in lower case, too: so nothing leans on them alone. */
const DISTURBED = ['No speakers', 'All three'];
const DISTURBED_COUNTS = 0.3;
const LEAST_TIMES = 30;
const LEAST_EVENINGS = 15;
/** Of its times within a sentence: else it is a name. */
const MOST_CAPITALS = 0.3;
const MOST_WORDS = 400;
const LINE = 140;
const WEIGHTS = new URL('../../../src/server/engines/notes/highlights/keeping-weights.ts', import.meta.url);

/** Session, first sentence, sentences, words, whether a reader would keep it, whether it is clear alone, which group of readers: two, five, twelve or seven. */
const Label = z.tuple([
  z.string(),
  z.int(),
  z.int(),
  z.int(),
  z.literal([0, 1]),
  z.literal([0, 1]),
  z.int().min(0).max(3),
]);
const GROUPS = 4;
/** The last, whose passages were those of a page and others. */
const GROUP = 3;
const judged = z
  .array(Label)
  .parse(JSON.parse(readFileSync(new URL('./keeping.json', import.meta.url), 'utf8')));

interface Row {
  episode: string;
  sentences: readonly Sentence[];
  values: Record<string, number>;
  isKept: number;
  isClear: number;
  group: number;
  counts: number;
}

/** A place in a transcript that stays if marks go: its segment, and the share of its letters before. */
function placeOf({ transcript: { segments } }: Prepared, segment: number, at: number): number {
  const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const { text } = segments[segment]!;
  return segment + lettersIn(text.slice(0, at)) / (lettersIn(text) + 1);
}

const startOf = (prepared: Prepared, { firstSegment, startAt }: Sentence) =>
  placeOf(prepared, firstSegment, startAt);
const endOf = (prepared: Prepared, { lastSegment, endAt }: Sentence) => placeOf(prepared, lastSegment, endAt);

const { sessions } = readOptions();
const episodes = [...new Set(judged.map(([episode]) => episode))].sort();
const rows: Row[] = [];
for (const episode of episodes) {
  const file = sessions.get(episode);
  if (file === undefined) continue;
  const { turns } = readSession(file);
  const asIs = await prepare(transcriptOf(turns), noCampaign);
  const labels = judged.flatMap(([of, from, count, words, isKept, isClear, group]) => {
    if (of !== episode) return [];
    const sentences = asIs.speech.sentences.slice(from, from + count);
    if (sentences.reduce((sum, each) => sum + each.words.length, 0) !== words) {
      console.error(`${episode}, sentence ${from}: not what was judged`);
      return [];
    }
    const [start, end] = [startOf(asIs, sentences[0]!), endOf(asIs, sentences.at(-1)!)];
    return { sentences, start, end, isKept, isClear, group };
  });
  const add = (prepared: Prepared, sentencesOf: (label: (typeof labels)[number]) => readonly Sentence[]) => {
    const valuesOf = keepingValuesOf(prepared, salienceOf(prepared));
    for (const label of labels) {
      const sentences = sentencesOf(label);
      const { isKept, isClear, group } = label;
      const counts = prepared === asIs ? 1 : DISTURBED_COUNTS;
      if (sentences.length > 0)
        rows.push({ episode, sentences, values: valuesOf(sentences), isKept, isClear, group, counts });
    }
  };
  add(asIs, ({ sentences }) => sentences);
  for (const name of DISTURBED) {
    const prepared = await prepare(transcriptOf(variantsOf(turns)[name]!), noCampaign);
    const middles = prepared.speech.sentences.map(
      (each) => (startOf(prepared, each) + endOf(prepared, each)) / 2,
    );
    add(prepared, ({ start, end }) =>
      prepared.speech.sentences.filter((_, at) => middles[at]! >= start && middles[at]! <= end),
    );
  }
}

/** Stems of words that are said often, on many evenings, and without a capital. */
function commonStems(): string[] {
  const lower = new Map<string, number>();
  const upper = new Map<string, number>();
  const evenings = new Map<string, Set<string>>();
  for (const { episode, sentences, counts } of rows)
    if (counts === 1)
      for (const word of sentences.flatMap(({ words }) => words)) {
        const one = stem(word.lower);
        const isLower = word.raw === word.raw.toLowerCase();
        if (!isLower && !word.joined && !word.afterComma) continue;
        const into = isLower ? lower : upper;
        into.set(one, (into.get(one) ?? 0) + 1);
        evenings.set(one, (evenings.get(one) ?? new Set()).add(episode));
      }
  return [...lower]
    .filter(([one, times]) => times >= LEAST_TIMES && evenings.get(one)!.size >= LEAST_EVENINGS)
    .filter(([one, times]) => /^[a-z']+$/.test(one) && (upper.get(one) ?? 0) < MOST_CAPITALS * times)
    .map(([one]) => one)
    .sort();
}

const stems = commonStems();
const columns = new Map(stems.map((one, at) => [one, at]));
const said = rows.map(({ sentences }) => {
  const counts = stems.map(() => 0);
  for (const { lower } of sentences.flatMap(({ words }) => words)) {
    const column = columns.get(stem(lower));
    if (column !== undefined) counts[column] = counts[column]! + 1;
  }
  return counts;
});
const features = keepingFeatures.filter((feature) => feature !== 'said');

/** Fits with a column for each group of readers. The bias is that of `GROUP`. */
function fitted(labelOf: (row: Row) => number, more: readonly (readonly number[])[], penalty: number) {
  const judgedRows = rows.map((row, at): Judged => {
    const groups = Array.from({ length: GROUPS }, (_, group) => Number(row.group === group));
    return {
      values: [...features.map((feature) => row.values[feature]!), ...more[at]!, ...groups],
      label: labelOf(row),
      fold: episodes.indexOf(row.episode) % FOLDS,
      counts: row.counts,
    };
  });
  const size = features.length + more[0]!.length;
  const penalties = Array.from({ length: size + GROUPS }, (_, at) =>
    at < features.length || at >= size ? PENALTY : penalty,
  );
  const { scores, bias, weights, means } = fitJudged(judgedRows, { penalty: penalties, rounds: ROUNDS });
  const ofGroup = weights
    .slice(size)
    .reduce((sum, weight, group) => sum + weight * (Number(group === GROUP) - means[size + group]!), 0);
  return { scores, bias: bias + ofGroup, weights: weights.slice(0, size), means: means.slice(0, size) };
}

/** The largest, to a tenth. */
function lexiconOf(weights: readonly number[]): Map<string, number> {
  const deviationOf = (column: number) => {
    const mean = said.reduce((sum, row) => sum + row[column]!, 0) / said.length;
    return Math.sqrt(said.reduce((sum, row) => sum + (row[column]! - mean) ** 2, 0) / said.length);
  };
  return new Map(
    stems
      .map((one, at) => ({
        one,
        weight: Math.round(weights[at]! * 10) / 10,
        by: weights[at]! * deviationOf(at),
      }))
      .filter(({ weight }) => weight !== 0)
      .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
      .slice(0, MOST_WORDS)
      .map(({ one, weight }) => [one, weight]),
  );
}

function writeLexicon(lexicon: ReadonlyMap<string, number>): void {
  const lines: string[] = [];
  for (const weight of [...new Set(lexicon.values())].sort((a, b) => b - a)) {
    lines.push(`${weight}`);
    for (const [one, of] of [...lexicon].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (of !== weight) continue;
      if (lines.at(-1)!.length + one.length >= LINE) lines.push(`${weight}`);
      lines[lines.length - 1] += ` ${one}`;
    }
  }
  const text = readFileSync(WEIGHTS, 'utf8');
  writeFileSync(
    WEIGHTS,
    text.replace(/(\n {2}`\n)[^`]*`/, (_, before: string) => `${before}${lines.join('\n')}\``),
  );
}

const kept = fitted(({ isKept }) => isKept, said, PENALTY_OF_WORD);
const lexicon = lexiconOf(kept.weights.slice(features.length));
const sums = said.map((counts) => [
  counts.reduce((sum, count, at) => sum + count * (lexicon.get(stems[at]!) ?? 0), 0),
]);
const clear = fitted(({ isClear }) => isClear, sums, PENALTY);
for (const [name, labelOf, { scores }] of [
  ['kept', ({ isKept }: Row) => isKept, kept],
  ['clear', ({ isClear }: Row) => isClear, clear],
] as const)
  for (const counts of [1, DISTURBED_COUNTS]) {
    const those = rows.flatMap((row, at) => (row.counts === counts ? at : []));
    const area = areaUnderCurve(
      those.map((at) => scores[at]!),
      those.map((at) => labelOf(rows[at]!)),
    );
    console.error(
      `${name}: ${those.length} verdicts${counts === 1 ? '' : ', disturbed'}; area under the curve on evenings that were left out ${area.toFixed(3)}`,
    );
  }
const keptWeights = [...kept.weights.slice(0, features.length), 1];
writeWeights(WEIGHTS, ['bias', ...keepingFeatures], {
  bias: 0,
  weights: [kept.bias, ...keptWeights],
  into: 'kept',
});
writeWeights(WEIGHTS, ['bias', ...keepingFeatures], {
  bias: 0,
  weights: [clear.bias, ...clear.weights],
  into: 'clear',
});
writeWeights(WEIGHTS, keepingFeatures, { bias: 0, weights: clear.means, into: 'means' });
writeLexicon(lexicon);
console.error(`${lexicon.size} of ${stems.length} words`);
