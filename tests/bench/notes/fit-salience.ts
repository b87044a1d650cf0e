/**
 * Fits the weights of `salience.ts` on a folder of the corpus' shape whose notes are aligned to their turns, and writes them. By hand:
 * npm run fit:salience [-- --folder DIR]. Sessions that `npm run bench:notes` reports are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Salience, salienceOf, type Values } from '#server/engines/notes/highlights/salience.ts';
import { features } from '#server/engines/notes/highlights/salience-weights.ts';
import { type Prepared, prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { contentOf, type Event, eventsOf, isRecapHeading, readAlignments } from './coverage.ts';
import { followerOf, readSession, reported } from './episodes.ts';
import { readOptions } from './options.ts';

const LEAST_EVENTS = 25;
/** Events that the recap of the next session tells most of: those that mattered. */
const KEY_EVENTS = 20;
const LEAST_RECAP_WORDS = 80;
const LEAST_WORDS = 4;
/** Of an event's weight: a sentence that adds less is no label. */
const LEAST_SHARE = 0.12;
const MOST_OF_AN_EVENT = 3;
const PADDING = 2;
const ROUNDS = 6;
const PENALTY = 100;
const WEIGHTS = new URL('../../../src/server/engines/notes/highlights/salience-weights.ts', import.meta.url);

const options = readOptions();
const alignments = readAlignments(options.folder);
const heldOut = new Set([...reported(options.folder), ...options.episodes]);
const read = (episode: string): SharedSession | null => {
  const file = options.sessions.get(episode);
  return file === undefined ? null : readSession(file);
};

const fitted = [...options.sessions.keys()].flatMap((episode) => {
  const session = heldOut.has(episode) ? null : read(episode);
  const events = session ? eventsOf(session, alignments) : [];
  return session && events.length >= LEAST_EVENTS ? { episode, session, events } : [];
});
/** In how many sessions people's notes have a word: that of a main character says little. */
const common = new Map<string, number>();
for (const { events } of fitted)
  for (const word of new Set(events.flatMap(({ words }) => [...words])))
    common.set(word, (common.get(word) ?? 0) + 1);

/** Events by how much of their rare words two sentences of the next session's recap have. */
function keyEventsOf(episode: string, events: readonly Event[]): Event[] {
  const recap = (read(followerOf(episode))?.synopsis ?? [])
    .filter(({ heading }) => isRecapHeading(heading))
    .map(({ text }) => text)
    .join(' ');
  if (recap.split(/\s+/).length < LEAST_RECAP_WORDS) return [];
  const sentences = recap.split(/(?<=[.!?])\s+/);
  const told = sentences.map((text, at) => contentOf(`${text} ${sentences[at + 1] ?? ''}`));
  const weightOf = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log((fitted.length + 1) / (common.get(word) ?? 1)), 0);
  const shareIn = (words: ReadonlySet<string>, said: ReadonlySet<string>) =>
    weightOf([...words].filter((word) => said.has(word))) / Math.max(1e-9, weightOf(words));
  return events
    .map((event) => ({ event, share: Math.max(...told.map((said) => shareIn(event.words, said))) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, KEY_EVENTS)
    .map(({ event }) => event);
}

/** For each event the few sentences in its turns that have most of its words. */
function chosenFor(events: readonly Event[], { speech }: Prepared, { rarity }: Salience, play: Set<number>) {
  const chosen = new Set<number>();
  const weightOf = (words: readonly string[]) => words.reduce((sum, word) => sum + rarity(word), 0);
  for (const { from, to, words } of events) {
    const near = speech.sentences.filter(
      ({ index, firstSegment }) =>
        play.has(index) && firstSegment >= from - PADDING && firstSegment <= to + PADDING,
    );
    const left = new Set(words);
    for (let taken = 0; taken < MOST_OF_AN_EVENT; taken += 1) {
      const best = near
        .map(({ index, text, words: own }) => {
          const shared = [...contentOf(text)].filter((word) => left.has(word));
          return { index, shared, value: weightOf(shared) / Math.sqrt(own.length + 8) };
        })
        .sort((a, b) => b.value - a.value)[0];
      if (!best || weightOf(best.shared) < LEAST_SHARE * weightOf([...words])) break;
      chosen.add(best.index);
      for (const word of best.shared) left.delete(word);
    }
  }
  return chosen;
}

const rows: Float64Array[] = [];
const labels: number[] = [];
for (const { episode, session, events } of fitted) {
  const keys = keyEventsOf(episode, events);
  if (keys.length === 0) continue;
  const prepared = await prepare(transcriptOf(session.turns), noCampaign);
  let values: Values = new Map();
  const salience = salienceOf(prepared, (each) => {
    values = each;
  });
  const play = prepared.speech.sentences
    .filter(({ index, words }) => prepared.zones.zones[index] === 'play' && words.length >= LEAST_WORDS)
    .map(({ index }) => index);
  const chosen = chosenFor(keys, prepared, salience, new Set(play));
  for (const at of play) {
    rows.push(Float64Array.from([...features, null], (each) => (each ? values.get(each)![at]! : 1)));
    labels.push(chosen.has(at) ? 1 : 0);
  }
}

/** Solves a symmetric system by Gauss' elimination. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const system = matrix.map((row, at) => Float64Array.from([...row, right[at]!]));
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const by = system[row]![pivot]! / system[pivot]![pivot]!;
      for (let at = pivot; at <= size; at += 1)
        system[row]![at] = system[row]![at]! - by * system[pivot]![at]!;
    }
  return Float64Array.from(system, (row, at) => row[size]! / row[at]!);
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, each, at) => sum + each * b[at]!, 0);
const size = features.length + 1;
const rate = labels.reduce((sum, label) => sum + label, 0) / labels.length;
let coefficients = new Float64Array(size);
coefficients[size - 1] = Math.log(rate / (1 - rate));
for (let round = 0; round < ROUNDS; round += 1) {
  const slope = coefficients.map((each, at) => (at < size - 1 ? PENALTY * each : 0));
  const curve = Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_, at) => (at === row && row < size - 1 ? PENALTY : 0)),
  );
  for (const [at, row] of rows.entries()) {
    const probability = 1 / (1 + Math.exp(-dot(coefficients, row)));
    const spread = probability * (1 - probability);
    for (let first = 0; first < size; first += 1) {
      slope[first] = slope[first]! + (probability - labels[at]!) * row[first]!;
      const of = curve[first]!;
      for (let second = 0; second < size; second += 1)
        of[second] = of[second]! + spread * row[first]! * row[second]!;
    }
  }
  const step = solved(curve, slope);
  coefficients = coefficients.map((each, at) => each - step[at]!);
}

const ranks = rows
  .map((row, at) => ({ label: labels[at]!, score: dot(row, coefficients) }))
  .sort((a, b) => a.score - b.score);
const positives = labels.filter((label) => label === 1).length;
const rankSum = ranks.reduce((sum, { label }, at) => sum + (label === 1 ? at + 1 : 0), 0);
const area = (rankSum - (positives * (positives + 1)) / 2) / (positives * (labels.length - positives));
console.error(
  `${rows.length} sentences, ${positives} of them chosen; area under the curve on these ${area.toFixed(3)}`,
);

const number = (value: number) => Number(value.toFixed(3)).toString();
writeFileSync(
  WEIGHTS,
  readFileSync(WEIGHTS, 'utf8')
    .replace(/bias = [^;]+;/, `bias = ${number(coefficients[size - 1]!)};`)
    .replace(
      /weights = \{[^}]+\};/,
      `weights = {\n${features.map((feature, at) => `  ${feature}: ${number(coefficients[at]!)},`).join('\n')}\n};`,
    ),
);
