import type { Line } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { isShort, type Prepared } from '../reading/prepare.ts';
import type { Stretch } from '../reading/scenes.ts';
import { thirdsBeside, thirdsOf } from '../thirds.ts';
import { findAddressees } from './addressee.ts';
import type { Candidate } from './features.ts';
import { lineOfPassage, verbatim } from './lines.ts';
import { findNarration } from './narration.ts';
import { findPassages, needsNothingBefore } from './passages.ts';
import { type Passage, pick, quotas } from './select.ts';
import { isToldPlainly, opensWell } from './tell.ts';

const LEAST_SCORE = 1.6;
const LEAST_SCORE_OF_SHORT = 0.05;
/** The least score of a retold sentence of a long session. */
const LEAST_SCORE_OF_SENTENCE = 3;
const FEWEST_WORDS_OF_SENTENCE = 17;
const LEAST_NARRATION_SCORE = 1;
/** Of a scene's words, so many may be narration word for word; one passage always may. */
const NARRATION_SHARE = 0.9;
/** With fewer lines to retell, a short session is shown in its own words. */
const FEWEST_LINES = 2;
/** With fewer passages, a third of a short session has doubtful ones, too. */
const FEWEST_PASSAGES = 4;
const ENDING_SENTENCES = 60;

/** Words of the scenes: about one in thirty of a session, more of a short one. */
function budgetOf(detailLevel: DetailLevel, words: number): number {
  const short = Math.min(words * 0.5, 160);
  if (detailLevel === 'brief') return Math.max(Math.min(words * 0.011, 400), Math.min(short, 120));
  return Math.max(words <= 30_000 ? words * 0.038 : 1140 + Math.min(words - 30_000, 300_000) * 0.012, short);
}

interface Choice {
  detailLevel: DetailLevel;
  retells: boolean;
  /** Lines that are shown with these. */
  beside: Line[];
}

/** The lines of each scene and the narration that the session ends with: retold passages, or sentences in their own words. */
export function chooseLines(
  prepared: Prepared,
  candidates: Candidate[],
  stretches: Stretch[],
  { detailLevel, retells, beside }: Choice,
): { perScene: Line[][]; last: Line | null } {
  const sceneOfSentence = (sentence: number) =>
    Math.max(
      0,
      stretches.findLastIndex((stretch) => stretch.from <= sentence),
    );
  const byScene = <Item extends { from: number }>(items: Item[]): Item[][] => {
    const perScene: Item[][] = stretches.map(() => []);
    for (const item of items) perScene[sceneOfSentence(item.from)]!.push(item);
    return perScene;
  };
  const shares = quotas(
    stretches.map((stretch) => stretch.wordCount),
    budgetOf(detailLevel, prepared.speech.wordCount),
  );
  if (retells) {
    const bySentence = new Map(candidates.map((candidate) => [candidate.sentence.index, candidate]));
    const addressees = findAddressees(prepared);
    const narrated = firstTold(findNarration(prepared, bySentence, addressees));
    const all = firstTold(findPassages(prepared, bySentence, addressees));
    const unquoted = all.filter(({ text }) => !text.startsWith('“'));
    const worth = (leastScore: number) =>
      all.filter((passage) => isWorthTelling(prepared, passage, leastScore));
    const short = isShort(prepared);
    const found = short ? all : worth(LEAST_SCORE_OF_SENTENCE).filter(({ isSpare }) => !isSpare);
    const narration = short ? narrated : narrated.filter(({ isSpare }) => !isSpare);
    const inSeveralSentences = narrated.filter(({ sentences }) => sentences.length > 1);
    const doubtful = [inSeveralSentences, worth(0), narrated, unquoted, all];

    const last = detailLevel === 'comprehensive' ? endingOf(prepared, [...found, ...narration]) : null;
    const ending = last ? [last] : [];
    const names = new Set<number>();
    const chosen = byScene(apartFrom(ending, narration)).map((scene, index) =>
      pick(scene, shares[index]! * NARRATION_SHARE, { shown: names, least: LEAST_NARRATION_SCORE }),
    );
    const others = apartFrom([...ending, ...chosen.flat()], found);
    const least = short ? LEAST_SCORE_OF_SHORT : LEAST_SCORE;
    const left = shares.map((share, index) => Math.max(0, share - wordsOf(chosen[index]!)));
    const candidatesOfScenes = byScene(short ? withSpares(prepared, others, chosen.flat()) : others);
    const shown = pickAll(candidatesOfScenes, left, names, least).flatMap((scene, index) => [
      ...chosen[index]!,
      ...scene,
    ]);
    shown.push(
      ...bestOfThirds(
        prepared,
        emptyThirds(prepared, shown, beside),
        [narration, found],
        [...ending, ...shown],
      ),
    );
    if (!short && ending.length + shown.length === 0) shown.push(...bestOf(doubtful));
    const lines = [
      ...shown.map((passage) => ({ from: passage.from, line: lineOfPassage(prepared, passage) })),
      ...untold(prepared, candidates, emptyThirds(prepared, shown, beside)).map(({ sentence, from }) => ({
        from,
        line: verbatim(prepared, sentence),
      })),
    ];
    if (!short || lines.length >= Math.min(FEWEST_LINES, stretches.length))
      return {
        perScene: byScene(lines.sort((a, b) => a.from - b.from)).map((scene) =>
          scene.map(({ line }) => line),
        ),
        last: last && lineOfPassage(prepared, last),
      };
  }
  const names = new Set<number>();
  return {
    perScene: byScene(firstTold(candidates)).map((scene, index) =>
      pick(scene, shares[index]!, { shown: names }).map(({ sentence }) => verbatim(prepared, sentence)),
    ),
    last: null,
  };
}

const thirdOf = ({ speech, transcript }: Prepared, { from }: { from: number }) =>
  Math.floor((speech.sentences[from]!.firstSegment * 3) / transcript.segments.length);

/** The thirds of the session in which there is neither one of the passages nor a line beside them. */
function emptyThirds(prepared: Prepared, shown: Passage[], beside: Line[]): number[] {
  const thirds = thirdsOf(prepared.transcript);
  return thirdsBeside([
    ...shown.map((passage) => thirdOf(prepared, passage)),
    ...beside.flatMap(({ evidence }) => thirds(evidence)),
  ]);
}

/** For each of these thirds the best of the first list that has a passage there. */
const bestOfThirds = (
  prepared: Prepared,
  thirds: number[],
  lists: Passage[][],
  shown: Passage[],
): Passage[] =>
  thirds.flatMap((third) => {
    const isThere = (passage: Passage) => thirdOf(prepared, passage) === third;
    return bestOf(lists.map((list) => apartFrom(shown, list).filter(isThere)));
  });

/** The best of the first list that has any. */
function bestOf(lists: Passage[][]): Passage[] {
  const list = lists.find(({ length }) => length > 0);
  return list ? [list.reduce((best, passage) => (passage.score > best.score ? passage : best))] : [];
}

/** The best narrated sentence of each of these thirds of the session, to be shown in its own words. */
function untold(prepared: Prepared, candidates: Candidate[], thirds: number[]): Candidate[] {
  const isClear = ({ sentence }: Candidate) =>
    opensWell(prepared, sentence) && needsNothingBefore(sentence.text);
  return thirds.flatMap(
    (third) =>
      candidates
        .filter((candidate) => thirdOf(prepared, candidate) === third && candidate.narrated)
        .filter(({ sentence }) => isToldPlainly(prepared, sentence))
        .sort((a, b) => Number(isClear(b)) - Number(isClear(a)) || b.score - a.score)[0] ?? [],
  );
}

/** The party is on its way. */
const TRAVELS =
  /\bthe party (?:\p{Ll}+ly |is |are |begins? (?:to )?)*(?:(?:makes?|making) (?:their|its) way|(?:travel|head|leav|continu|mov|approach|arriv|enter|reach|descend|ascend|return|follow)(?:e?s|e|ing)?)\b/giu;

/**
 * Whether a long session shows a retold sentence: it is long, names someone or somewhere of the world, does not begin with what
 * else happened, and says of the party at most that it is on its way; a blow says little without its fight. Readers accepted 91 of
 * 100 such sentences and 76 of those in which the party sees or does something: often only one of them did it, or they did something else.
 */
export const isWorthTelling = (
  prepared: Prepared,
  { text, score, from, wordCount, names, sentences }: Passage,
  leastScore: number,
): boolean =>
  !/^As |“/.test(text) &&
  sentences.length === 1 &&
  !/\bthe party\b/i.test(text.replace(TRAVELS, '')) &&
  wordCount >= FEWEST_WORDS_OF_SENTENCE &&
  names.some((index) => !prepared.party.members.has(index)) &&
  score >= leastScore &&
  !prepared.fightAt(from);

const wordsOf = (passages: Passage[]) => passages.reduce((sum, { wordCount }) => sum + wordCount, 0);

/** Those that share no sentence with any of `shown`. */
function apartFrom(shown: Passage[], passages: Passage[]): Passage[] {
  const sentences = new Set(shown.flatMap((passage) => passage.sentences));
  return passages.filter((passage) => !passage.sentences.some((sentence) => sentences.has(sentence)));
}

/** Without the spare passages, except for the best of them in a third of the session that has too few others. */
function withSpares(prepared: Prepared, passages: Passage[], shown: Passage[]): Passage[] {
  const count = [0, 0, 0];
  for (const passage of [...passages, ...shown])
    if (!passage.isSpare) count[thirdOf(prepared, passage)]! += 1;
  const spares = new Set<Passage>();
  for (const passage of [...passages].sort((a, b) => b.score - a.score))
    if (passage.isSpare && count[thirdOf(prepared, passage)]! < FEWEST_PASSAGES) {
      spares.add(passage);
      count[thirdOf(prepared, passage)]! += 1;
    }
  return passages.filter((passage) => !passage.isSpare || spares.has(passage));
}

/** Picks for all scenes; the words that one cannot use go to the others, up to 60 % more for each. */
function pickAll(perScene: Passage[][], shares: number[], names: Set<number>, least: number): Passage[][] {
  const first = perScene.map((scene, index) => pick(scene, shares[index]!, { shown: new Set(), least }));
  const unused = first.reduce((sum, picked, index) => sum + Math.max(0, shares[index]! - wordsOf(picked)), 0);
  const used = first.map((picked, index) => (wordsOf(picked) >= shares[index]! * 0.8 ? shares[index]! : 0));
  const total = used.reduce((sum, share) => sum + share, 0) || 1;
  return perScene.map((scene, index) => {
    const more = Math.min(used[index]! * 0.6, (unused * used[index]!) / total);
    return pick(scene, shares[index]! + more, { shown: names, least });
  });
}

function firstTold<Item extends Candidate | Passage>(items: Item[]): Item[] {
  const told = new Set<string>();
  return items.filter((item) => {
    const words =
      'text' in item ? item.text.toLowerCase() : item.sentence.words.map((word) => word.lower).join(' ');
    const isNew = !told.has(words);
    told.add(words);
    return isNew;
  });
}

function endingOf({ zones }: Prepared, passages: Passage[]): Passage | null {
  const end = zones.zones.lastIndexOf('play');
  const late = passages.filter(({ from, act, isSpare }) => from > end - ENDING_SENTENCES && !act && !isSpare);
  // The scenes of the last third need one, too.
  if (passages.filter(({ from }) => from > (end * 2) / 3).length < 2) return null;
  const best = late.reduce<Passage | null>(
    (most, each) =>
      !most || each.score + each.from / (end * 0.5) > most.score + most.from / (end * 0.5) ? each : most,
    null,
  );
  return best && best.score > 0.6 ? best : null;
}
