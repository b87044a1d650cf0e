/**
 * Fits the weights of `salience.ts` on a folder of the corpus' shape whose notes are aligned to their turns, and writes them. By hand:
 * npm run fit:salience [-- --folder DIR]. Sessions that `npm run bench:notes` reports are left out.
 */

import { type Prepared, prepare } from '#server/engines/notes/reading/prepare.ts';
import { type Salience, salienceOf } from '#server/engines/notes/reading/salience.ts';
import { features } from '#server/engines/notes/reading/salience-weights.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { contentOf, type Event, eventsOf, isRecapHeading, readAlignments } from './coverage.ts';
import { followerOf, readSession, reported } from './episodes.ts';
import { areaUnderCurve, dot, logisticRegression, writeWeights } from './logistic.ts';
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
const WEIGHTS = new URL('../../../src/server/engines/notes/reading/salience-weights.ts', import.meta.url);

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
  const salience = salienceOf(prepared);
  const play = prepared.speech.sentences
    .filter(({ index, words }) => prepared.zones.zones[index] === 'play' && words.length >= LEAST_WORDS)
    .map(({ index }) => index);
  const chosen = chosenFor(keys, prepared, salience, new Set(play));
  for (const at of play) {
    rows.push(Float64Array.from([...features, null], (each) => (each ? salience.values.get(each)![at]! : 1)));
    labels.push(chosen.has(at) ? 1 : 0);
  }
}

const coefficients = logisticRegression(rows, labels, { penalty: PENALTY, rounds: ROUNDS });

const area = areaUnderCurve(
  rows.map((row) => dot(row, coefficients)),
  labels,
);
const positives = labels.filter((label) => label === 1).length;
console.error(
  `${rows.length} sentences, ${positives} of them chosen; area under the curve on these ${area.toFixed(3)}`,
);

writeWeights(WEIGHTS, features, { bias: coefficients[features.length]!, weights: coefficients });
