import { prepLimits } from '#contract/prep.ts';
import { sentencesOf } from '#contract/sentences.ts';
import { wordsIn } from '#server/campaigns/story.ts';
import type { PrepFeature } from './prep-weights.ts';
import { prepValuesOf, type SaidPart, usefulnessOf } from './prep-worth.ts';
import { closingIn, isOfTheGame, narratorOf, outsideQuotes } from './said.ts';
import { isDuring, type SourceResult } from './sources.ts';

/** Of a turn. */
const MOST_READ = 8000;
/** Characters of a passage. */
const LONGEST = 420;
const LONGEST_PICKED = 500;
const FEWEST_WORDS = 8;
const ENOUGH_WORDS = 25;
/** Before the last narration. */
const LAST_SCENE_MS = 300_000;
const PLANNED_WITHIN_MS = 1_200_000;
const MINUTE_MS = 60_000;
/** Told earlier, it is settled or known. */
const SAID_WITHIN_MINUTES = 60;
/** Of what is expected to be useful. */
const LEAST_USEFUL = { stopped: 0.42, said: 0.5, plan: 0.5 } as const;
/** Lines of how it stopped, however useful. */
const FEWEST_STOPPED = 1;
/** Turns around a line of which no other is shown. */
const SAME_MOMENT = 2;

const ahead =
  /\b(?:let['’]s|we(?:['’]ll| will| shall| should| could| can| need| have to|['’](?:re|ve) (?:going|gonna|got)| gotta| must| want)|I(?:['’]ll| will|['’]m (?:going|gonna)| want to| need to)|tomorrow|in the morning|at (?:dawn|first light)|next|plan\w*|first|then)\b/iu;
const aside =
  /\b(?:saving throws?|\w+[- ]level|spell slots?|cantrips?|attun\w+|concentration|channel divinity|feats?|for the purposes? of|(?:short|long) rest|mechanic\w*|to remind you|last (?:time|week|session|episode|we left)|previously)\b/iu;
const asided = /\s{0,3}\((?:[^()]{1,60})\)/gu;
const answering =
  /^(?:\d+|no|yes|yeah|yep|mm|oof|fair|perfect|nope|okay|ok|all right|alright|correct|sure|right|well|oh|uh|um|so)\b[^.!?]{0,25}[.!?]*$/iu;
const leaning =
  /^["“]?(?:and|but|so|then|he|she|they|it|his|her|their|its|this|that|these|those|which|as such)\b/iu;

export interface Turn {
  id: string;
  speakerId: string | null;
  startMs: number;
  endMs: number;
  text: string;
}

/** Neighboring sentences of one turn. */
interface PrepPassage {
  part: SaidPart;
  /** Its place among the turns. */
  turn: number;
  text: string;
  startMs: number;
  /** Until the end of the evening. */
  minutes: number;
  values: Record<PrepFeature, number>;
}

const readable = (text: string): string[] => sentencesOf(text.replace(asided, '').slice(0, MOST_READ));
const closed = (text: string): string => ((text.match(/"/gu)?.length ?? 0) % 2 === 0 ? text : `${text}"`);
const fits = (sentence: string): boolean => isOfTheGame(sentence) && !answering.test(sentence);
const joined = (sentences: readonly string[], from: number, to: number): string =>
  sentences.slice(from, to + 1).join(' ');

/** A sentence with what is needed around it to be understood, of the game only. */
function around(sentences: readonly string[], at: number): { to: number; text: string } {
  let [from, to] = [at, at];
  const canTake = (next: number) => {
    const sentence = sentences[next];
    return (
      sentence !== undefined &&
      fits(sentence) &&
      joined(sentences, from, to).length + sentence.length < LONGEST
    );
  };
  for (;;) {
    const isShort = wordsIn(joined(sentences, from, to)) < ENOUGH_WORDS;
    if (leaning.test(sentences[from] ?? '') && canTake(from - 1)) from -= 1;
    else if (isShort && canTake(to + 1)) to += 1;
    else if (isShort && canTake(from - 1)) from -= 1;
    else return { to, text: closed(joined(sentences, from, to)) };
  }
}

/** As many of the last sentences as there is room for; no question to the players, nothing that breaks off at once. */
function endOfTurn(sentences: readonly string[]): string {
  const to = sentences.findLastIndex(
    (each) => fits(each) && !/\?$/u.test(each) && (wordsIn(each) > 3 || !/(?:--|…)$/u.test(each)),
  );
  let from = Math.max(0, to);
  while (
    from > 0 &&
    fits(sentences[from - 1] ?? '') &&
    joined(sentences, from, to).length + (sentences[from - 1]?.length ?? 0) < LONGEST
  )
    from -= 1;
  return closed(joined(sentences, from, to));
}

/**
 * All that a sheet may show of an evening: how the last turns of whoever narrates end, what players say that they do, and the passages that the
 * evening’s page is picked from.
 * @param turns until the end of the evening
 */
export function passagesFor(
  turns: readonly Turn[],
  { evening }: Pick<SourceResult, 'evening'>,
): PrepPassage[] {
  const narrator = narratorOf({ evening });
  const endMs = turns.at(-1)?.endMs ?? 0;
  const isPlay = (ms: number) => isDuring(evening?.chapters ?? [], ms);
  const found: PrepPassage[] = [];
  const untilClosing = (turn: number, text: string) =>
    turn === turns.length - 1 ? text.slice(0, closingIn(text) ?? undefined).trim() : text;
  const turnOfId = new Map(turns.map(({ id }, turn) => [id, turn]));
  const picked = (evening?.passages ?? []).filter(({ hidden }) => !hidden);
  const rankOf = new Map(picked.flatMap(({ evidence, rank }) => evidence.segmentIds.map((id) => [id, rank])));
  const add = (
    part: SaidPart,
    turn: number,
    { text, startMs }: Pick<Turn, 'text' | 'startMs'>,
    after = 0,
  ): boolean => {
    const said = turns[turn];
    const own = outsideQuotes(text);
    const longest = part === 'said' ? LONGEST_PICKED : LONGEST;
    const isShown = text.length <= longest && wordsIn(text) >= FEWEST_WORDS;
    if (said === undefined || !isShown || !isOfTheGame(own) || aside.test(own)) return false;
    const isTold = narrator === null || said.speakerId === narrator;
    const minutes = Math.max(0, endMs - said.startMs) / MINUTE_MS;
    const values = prepValuesOf(part, text, { isTold, minutes, after, rank: rankOf.get(said.id) ?? null });
    const isLast = part === 'said' && isTold && said.startMs >= sceneMs;
    found.push({ part: isLast ? 'stopped' : part, turn, text, startMs, minutes, values });
    return true;
  };
  let sceneMs = endMs - PLANNED_WITHIN_MS;
  let after = 0;
  for (const [turn, { speakerId, startMs, text: all }] of [...turns.entries()].reverse()) {
    if (startMs < endMs - PLANNED_WITHIN_MS) break;
    const isTold = narrator === null || speakerId === narrator;
    const sentences = readable(isTold ? untilClosing(turn, all) : all);
    if (isTold && startMs >= sceneMs) {
      if (!add('stopped', turn, { text: endOfTurn(sentences), startMs }, after)) continue;
      if (after === 0) sceneMs = startMs - LAST_SCENE_MS;
      after += 1;
    } else if (!isTold && isPlay(startMs)) {
      let shownTo = -1;
      sentences.forEach((sentence, at) => {
        if (at <= shownTo || !fits(sentence) || !ahead.test(sentence)) return;
        const { to, text } = around(sentences, at);
        if (add('plan', turn, { text, startMs })) shownTo = to;
      });
    }
  }
  for (const { text, startMs, evidence } of picked)
    if (isPlay(startMs)) {
      const turn = turnOfId.get(evidence.segmentIds[0] ?? '') ?? -1;
      add('said', turn, { text: untilClosing(turn, text), startMs });
    }
  return found;
}

/** How it stopped, in any case; and those that are useful enough, the most useful first, one of each moment. */
export function usefulPassages(passages: readonly PrepPassage[]): PrepPassage[] {
  const chosen: PrepPassage[] = [];
  const ranked = passages
    .map((passage) => ({ passage, usefulness: usefulnessOf(passage.values) }))
    .sort((one, other) => other.usefulness - one.usefulness);
  for (const part of ['stopped', 'said', 'plan'] as const)
    for (const { passage, usefulness } of ranked) {
      if (passage.part !== part || passage.minutes > SAID_WITHIN_MINUTES) continue;
      const count = chosen.filter((each) => each.part === part).length;
      const isNeeded = part === 'stopped' && count < FEWEST_STOPPED;
      if (count === prepLimits[part] || (usefulness < LEAST_USEFUL[part] && !isNeeded)) break;
      const nearest = Math.min(...chosen.map(({ turn }) => Math.abs(turn - passage.turn)));
      if (nearest > (part === 'stopped' ? 0 : SAME_MOMENT)) chosen.push(passage);
    }
  return chosen.sort((one, other) => one.turn - other.turn);
}
