import { countOf, cues, DICE, LEANING, RULES, rulesIn, TABLE } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import { namesIn, type Salience } from '../reading/salience.ts';
import { keyOf, type Sentence, type Turn } from '../reading/text.ts';
import { isEnglish } from '../reading/titles.ts';
import { keepingOf } from './keeping.ts';
import { otherRulesTalkOf, rulesTalkOf } from './rules-talk.ts';

/** Neighboring sentences of one turn, shown word for word; in the longer read also of two: what somebody does, and what comes of it. */
export interface Passage {
  sentences: Sentence[];
  wordCount: number;
  chapter: number;
  /** Expected worth by length, times how well it reads alone. */
  value: number;
}

/**
 * On the page each quotation is read alone: readers would keep 79 % of those of one turn (73), and 53 % of those that were a half of two (45), and longer ones
 * are clearer. In the longer read they stand among others: they may be shorter, and of two turns. A pool has dozens of the same place; with the page's the
 * longer read ran out of places.
 */
const PAGE = {
  leastWords: 25,
  most: { words: 115, sentences: 6 },
  /** Without punctuation longer ones have fewer events. */
  mostOfPieces: { words: 100, sentences: 5 },
  turns: 1,
  lengthPower: 1,
  pool: 2000,
  leastPool: 60,
};
const LONGER_READ: typeof PAGE = {
  leastWords: 15,
  most: { words: 85, sentences: 4 },
  mostOfPieces: { words: 85, sentences: 4 },
  turns: 2,
  lengthPower: 0.85,
  pool: 2700,
  leastPool: 180,
};
/** Where a table hardly speaks in whole turns, shorter passages count, too. */
const SHORTER_WORDS = [12, 4, 1];
const ENOUGH_ROOM = 2;
const TENTHS = 10;
const THIRDS = 3;
const MOST_WORDS_WITH_OUTCOME = 100;
const LEAST_CAUSE = 7;
const LEAST_OUTCOME = 6;
const LEAST_REPLY = 10;
const MOST_TURNS_AHEAD = 3;
const MOST_BETWEEN = 30;
const MOST_OF_OUTCOME = 3;
/** Of words of dice and rules, in a sentence that is neither a cause nor an outcome. */
const MOST_RULES = 2;
const OVERHEAD_WORDS = 20;
const OVERHEAD_OF_TURN = 8;
/** What of a word's weight is left each time that it is shown again. */
const REPEATED = 0.6;
const NOVELTY = 0.5;
/** A sentence of so many words is not shown twice. */
const SAME_WORDS = 5;

/** Readers do without the land and the road: eleven of 33 passages that one found not worth keeping. */
const SCENERY = 0.6;

const MOVE =
  /\b(?:cast|attack\w*|aim|fire|swing|strike|shoot|move|throw|punch\w*|stab|slash|hit|run|kick|use|burn\w*|rage)\b/i;
const MAY = /\b(?:can|could|may|do|does|would|should) (?:i|we|it|that)\b/i;
const GREETING = /^(?:okay|all right|yeah|no|yes|oh|well|um|uh|so|sure|right|yep|nope|wait|what|hey)[.,!?-]/i;
/** Everybody is spoken to: it needs no name. */
const ALL = /\b(?:you (?:all|guys|both)|all of you|the (?:group|party|rest of you))\b/i;
/** "Grog, you're up." */
const NEXT_UP = /\b(?:you're up|you are up|on deck|brings us to|your turn|go for it|go ahead|got it)\b/i;
const BROKEN_OFF = /(?:--?|\.\.\.|…)["”’')\]]*$/;
const ENDED = /[.!?…。！？]["”’')\]]*$|[-–—]$/;
/** The seam between recap and play. */
const LEFT_OFF = /\b(?:where|when|as|last(?: time)?),? we (?:last |had )?left off\b/i;
const FIGHT_WINDOW = 25;
const FIGHT_RATE = 0.035;

const textOf = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join(' ');

/** Somebody acts, speaks or is in danger; else it is the land and the road. */
const BEINGS = /\b(?:army|soldiers?|guards?|figures?|creatures?|monsters?|beasts?|wom[ae]n|m[ae]n)\b/;
const ACTED = new RegExp(
  [cues.Weight, cues.Death, cues.Third, BEINGS, /["“”]/].map(({ source }) => source).join('|'),
  'i',
);

/** "Jester begins": a name with a word after it that is no name. */
function isScenery(prepared: Prepared, sentences: readonly Sentence[]): boolean {
  if (ACTED.test(textOf(sentences))) return false;
  return !sentences.some(({ index, text }) =>
    namesIn(prepared, index).some((each) => {
      const { name, kind } = prepared.names.all[each]!;
      return kind === 'person' || (kind === 'other' && /^ \p{Ll}/u.test(text.split(name)[1] ?? ''));
    }),
  );
}

/** How well a passage stands among others, as a factor: fixed by hand, in English. */
function readsAlone(prepared: Prepared, sentences: readonly Sentence[], isFight: boolean): number {
  const { gameMasterId } = prepared.zones;
  const [first] = sentences;
  const last = sentences.at(-1);
  if (!first || !last) return 0;
  const text = textOf(sentences);
  const isPlayer = ({ speakerId }: Sentence) => gameMasterId !== null && speakerId !== gameMasterId;
  const isNameless = sentences.every(({ index }) => namesIn(prepared, index).length === 0);
  let factor = 1;
  if (isNameless) {
    if (countOf(cues.Third, text) > 1) factor *= 0.7;
    if (countOf(cues.Third, first.text) > 0) factor *= 0.8;
    // Who plays is named beside the words; who only listens is not.
    if (!sentences.some(isPlayer) && countOf(cues.You, text) > 0 && !ALL.test(text))
      factor *= answersPlayer(prepared, first) ? 0.7 : 0.85;
  }
  if (!sentences.some(isPlayer) && isScenery(prepared, sentences)) factor *= SCENERY;
  factor *= 0.7 ** Math.min(3, countOf(DICE, text));
  factor *= 0.6 ** Math.min(3, countOf(RULES, text));
  factor *= 0.5 ** Math.min(2, countOf(TABLE, text));
  if (sentences.every((each) => each.text.endsWith('?'))) factor *= 0.65;
  if (countOf(/["“”]/g, text) % 2 === 1) factor *= 0.45;
  if (isPlayer(last)) {
    if (MAY.test(text)) factor *= 0.8;
    if (isFight && MOVE.test(text)) factor *= 0.5;
  }
  for (const [at, sentence] of sentences.entries()) {
    const { text: own, turn, isPunctuated } = sentence;
    if (sentences[at - 1]?.turn !== turn) {
      if (LEANING.test(own)) factor *= at === 0 ? 0.7 : 0.85;
      if (isPunctuated && /^\p{Ll}/u.test(own)) factor *= 0.6;
      if (GREETING.test(own) && countOf(/\s+/g, own) < 20) factor *= 0.8;
      if (own.startsWith('(')) factor *= 0.9;
      if (NEXT_UP.test(own)) factor *= 0.6;
    }
    if (sentences[at + 1]?.turn !== turn && BROKEN_OFF.test(own)) factor *= 0.6;
  }
  if (last.isPunctuated && !ENDED.test(last.text)) factor *= 0.6;
  if (last !== first && last.text.endsWith('?') && !isPlayer(last)) factor *= 0.85;
  return factor;
}

/** Whether narration begins as an answer to one player: "you" is then that one. */
const answersPlayer = ({ speech: { turns } }: Prepared, { index, turn }: Sentence): boolean =>
  turns[turn]!.from === index && (turns[turn - 1]?.wordCount ?? 0) >= LEAST_CAUSE;

/** Whether the sentences around one are mostly dice and rules. */
function fightsBy(prepared: Prepared): (sentence: number) => boolean {
  const { sentences } = prepared.speech;
  const talk = new Float64Array(sentences.length + 1);
  const words = new Float64Array(sentences.length + 1);
  for (const { index, text, words: own } of sentences) {
    talk[index + 1] = talk[index]! + rulesIn(text);
    words[index + 1] = words[index]! + own.length;
  }
  return (sentence) => {
    const from = Math.max(0, sentence - FIGHT_WINDOW);
    const to = Math.min(sentences.length, sentence + FIGHT_WINDOW + 1);
    return talk[to]! - talk[from]! > FIGHT_RATE * Math.max(1, words[to]! - words[from]!);
  };
}

/** For each word of dice and rules that is not of the English of one system. */
const OTHER_RULES = 0.7;
const LOOP_SENTENCES = 20;
const LOOP_TIMES = 3;

/** Sentences of four words or more that come again and again at once: a recognizer's loop. */
function loopsOf(prepared: Prepared): ReadonlySet<number> {
  const before = new Map<string, number[]>();
  const loops = new Set<number>();
  for (const { index, text, words } of prepared.speech.sentences) {
    if (words.length < 4) continue;
    const same = keyOf(text);
    const recent = [...(before.get(same) ?? []).filter((each) => index - each < LOOP_SENTENCES), index];
    before.set(same, recent);
    if (recent.length > LOOP_TIMES) for (const each of recent) loops.add(each);
  }
  return loops;
}

/**
 * How what follows a turn may begin, by one to three sentences: the next turn that says something, and the game master's next, if no more than a few words
 * are between.
 */
function outcomesOf({ speech, zones }: Prepared, turn: Turn, isPlay: (at: number) => boolean): Sentence[][] {
  const outcomes: Sentence[][] = [];
  let between = 0;
  for (const next of speech.turns.slice(turn.index + 1, turn.index + 1 + MOST_TURNS_AHEAD)) {
    const isTold = next.speakerId === zones.gameMasterId;
    if (next.wordCount >= (isTold ? LEAST_OUTCOME : LEAST_REPLY) && (isTold || outcomes.length === 0))
      for (let to = next.from; to < Math.min(next.to, next.from + MOST_OF_OUTCOME) && isPlay(to); to += 1) {
        const outcome = speech.sentences.slice(next.from, to + 1);
        const words = outcome.reduce((sum, each) => sum + each.words.length, 0);
        if (words >= (isTold ? LEAST_OUTCOME : LEAST_REPLY)) outcomes.push(outcome);
      }
    between += next.wordCount;
    if (isTold || between > MOST_BETWEEN) break;
  }
  return outcomes;
}

/** How well a passage reads, as a factor: on the page as readers said, in the longer read, where it stands among others, by hand. In English only. */
function readsOf(
  prepared: Prepared,
  salience: Salience,
  turns: number,
): (sentences: readonly Sentence[]) => number {
  if (!isEnglish(prepared)) return () => 1;
  if (turns === PAGE.turns) return keepingOf(prepared, salience);
  const fights = fightsBy(prepared);
  return (sentences) => readsAlone(prepared, sentences, fights(sentences[0]!.index));
}

/** All passages of the evening's play of `least` words or more: not of recaps, breaks and announcements. */
function passagesOf(
  prepared: Prepared,
  salience: Salience,
  { turns, most, mostOfPieces, lengthPower }: typeof PAGE,
  least: number,
  loops = loopsOf(prepared),
): Passage[] {
  const { speech, zones } = prepared;
  const { worth, chapterOf } = salience;
  const english = isEnglish(prepared);
  const reads = readsOf(prepared, salience, turns);
  const talk = speech.sentences.map(otherRulesTalkOf(prepared));
  const found: Passage[] = [];
  const isPlay = (at: number) =>
    zones.zones[at] === 'play' && !loops.has(at) && !(english && LEFT_OFF.test(speech.sentences[at]!.text));
  const add = (sentences: Sentence[], wordCount: number) => {
    const from = sentences[0]!.index;
    const sum = sentences.reduce((all, { index }) => all + worth[index]!, 0);
    const others = sentences.reduce((all, { index }) => all + talk[index]!, 0);
    const factor = reads(sentences) * OTHER_RULES ** Math.min(3, others);
    const own = new Set(sentences.map(({ turn }) => turn)).size;
    const overhead = OVERHEAD_WORDS + OVERHEAD_OF_TURN * (own - 1);
    const value = (Math.max(1e-9, sum) * factor) / (wordCount + overhead) ** lengthPower;
    found.push({ sentences, wordCount, chapter: chapterOf[from]!, value });
  };
  const rulesTalk = rulesTalkOf(prepared);
  const isMoot = speech.sentences.map((sentence) => rulesTalk(sentence) >= MOST_RULES);
  const outcomes = speech.turns.map((turn) => outcomesOf(prepared, turn, (at) => isPlay(at) && !isMoot[at]));
  const goOn = (sentences: Sentence[], wordCount: number, own = 1) => {
    const last = sentences.at(-1)!;
    if (
      own === turns ||
      last.index + 1 < speech.turns[last.turn]!.to ||
      wordCount < LEAST_CAUSE ||
      isMoot[last.index]
    )
      return;
    for (const outcome of outcomes[last.turn]!) {
      const all = [...sentences, ...outcome];
      const words = outcome.reduce((sum, each) => sum + each.words.length, wordCount);
      if (words > MOST_WORDS_WITH_OUTCOME) continue;
      if (words >= least) add(all, words);
      goOn(all, words, own + 1);
    }
  };
  for (const turn of speech.turns)
    for (let from = turn.from; from < turn.to; from += 1) {
      const { words, sentences: sentenceCount } = speech.sentences[from]!.isPunctuated ? most : mostOfPieces;
      let wordCount = 0;
      for (let to = from; to < Math.min(turn.to, from + sentenceCount) && isPlay(to); to += 1) {
        wordCount += speech.sentences[to]!.words.length;
        if (wordCount > words && to > from) break;
        const sentences = speech.sentences.slice(from, to + 1);
        if (wordCount >= least) add(sentences, wordCount);
        goOn(sentences, wordCount);
      }
    }
  return found;
}

/** Words for each chapter: three quarters by its words, the rest by its most salient sentences. */
function roomOf(prepared: Prepared, { worth, chapterOf }: Salience, budget: number): number[] {
  const words = prepared.scenes.map(() => 0);
  const mass = prepared.scenes.map(() => 0);
  const top = [...worth].sort((a, b) => b - a)[Math.max(0, Math.floor(worth.length / 10) - 1)] ?? 0;
  for (const { index, words: own } of prepared.speech.sentences) {
    if (prepared.zones.zones[index] !== 'play') continue;
    const chapter = chapterOf[index]!;
    words[chapter] = (words[chapter] ?? 0) + own.length;
    if (worth[index]! >= top) mass[chapter] = (mass[chapter] ?? 0) + worth[index]!;
  }
  const allWords = words.reduce((sum, each) => sum + each, 0) || 1;
  const allMass = mass.reduce((sum, each) => sum + each, 0) || 1;
  return words.map(
    (each, chapter) => budget * ((0.75 * each) / allWords + (0.25 * mass[chapter]!) / allMass),
  );
}

function candidatesOf(prepared: Prepared, salience: Salience, budget: number, kind: typeof PAGE): Passage[] {
  let candidates = passagesOf(prepared, salience, kind, kind.leastWords);
  for (const least of SHORTER_WORDS) {
    const covered = new Set(candidates.flatMap(({ sentences }) => sentences));
    if ([...covered].reduce((sum, { words }) => sum + words.length, 0) >= ENOUGH_ROOM * budget) break;
    candidates = passagesOf(prepared, salience, kind, least);
  }
  return candidates;
}

/**
 * Passages for a page of about `budget` words, in the order of the session: greedily by value, novelty of their words and the room left in
 * their chapter. Neighbors are joined.
 * @param before those already chosen, which count towards the budget
 */
export function choosePassages(
  prepared: Prepared,
  salience: Salience,
  budget: number,
  before: readonly Passage[] = [],
): Passage[] {
  const kind = before.length === 0 ? PAGE : LONGER_READ;
  const candidates = candidatesOf(prepared, salience, budget, kind);
  const { rarity, stems } = salience;
  const room = roomOf(prepared, salience, budget);
  const most = Math.max(kind.leastPool, Math.floor(kind.pool / Math.max(1, prepared.scenes.length)));
  const perChapter = new Map<number, number>();
  const pool = [...candidates]
    .sort((a, b) => b.value - a.value || a.sentences[0]!.index - b.sentences[0]!.index)
    .filter(({ chapter }) => {
      const taken = perChapter.get(chapter) ?? 0;
      perChapter.set(chapter, taken + 1);
      return taken < most;
    })
    .map((passage) => {
      const own = new Set(passage.sentences.flatMap(({ index }) => [...stems[index]!]));
      let mass = 0;
      for (const stem of own) mass += rarity(stem);
      return { passage, own, mass: mass || 1 };
    });
  const picked = (first: readonly Passage[]): Passage[] => {
    const shown = new Map<string, number>();
    const used = room.map(() => 0);
    const taken = new Set<number>();
    const said = new Set<string>();
    const isShown = ({ index, text }: Sentence) => taken.has(index) || said.has(keyOf(text));
    const scoreOf = ({ passage, own, mass }: (typeof pool)[number]) => {
      let fresh = 0;
      for (const stem of own) fresh += rarity(stem) * REPEATED ** (shown.get(stem) ?? 0);
      const share = room[passage.chapter] ?? 1;
      const over = (used[passage.chapter]! + 0.5 * passage.wordCount) / Math.max(kind.leastWords, share);
      return (passage.value * (1 - NOVELTY + (NOVELTY * fresh) / mass)) / (1 + 0.75 * over ** 2);
    };
    let total = 0;
    const show = ({ sentences, wordCount, chapter }: Passage) => {
      total += wordCount;
      used[chapter] = used[chapter]! + wordCount;
      for (const { index, text, words } of sentences) {
        taken.add(index);
        if (words.length >= SAME_WORDS) said.add(keyOf(text));
      }
      for (const stem of new Set(sentences.flatMap(({ index }) => [...stems[index]!])))
        shown.set(stem, (shown.get(stem) ?? 0) + 1);
    };
    for (const passage of [...before, ...first]) show(passage);
    const chosen = [...first];
    const queue = pool.map((each) => ({ each, score: scoreOf(each) })).sort((a, b) => b.score - a.score);
    while (queue.length > 0 && total < budget - 10) {
      const best = queue.shift()!;
      const { passage } = best.each;
      if (passage.sentences.some(isShown) || total + passage.wordCount > budget + 12) continue;
      const score = scoreOf(best.each);
      const next = queue[0];
      if (next && score < next.score - 1e-12) {
        insert(queue, { each: best.each, score });
        continue;
      }
      chosen.push(passage);
      show(passage);
    }
    return chosen;
  };
  let chosen = picked([]);
  if (before.length === 0) {
    const whole = pool.map(({ passage }) => passage);
    const late = bestOfEmptyParts(prepared, TENTHS, chosen, () => whole)
      .sort((a, b) => b.value - a.value)
      .filter((_, at, all) => wordsOf(all.slice(0, at + 1)) <= budget);
    if (late.length > 0) chosen = picked(late);
    // However short.
    const any = () => passagesOf(prepared, salience, PAGE, 1, new Set()).sort((a, b) => b.value - a.value);
    chosen.push(...bestOfEmptyParts(prepared, THIRDS, chosen, any));
  }
  return joinNeighbors(chosen.flatMap(byTurn));
}

const wordsOf = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { wordCount }) => sum + wordCount, 0);

/**
 * For each of `parts` of the session without a passage its best one.
 * @param ranked the best first
 */
function bestOfEmptyParts(
  { transcript: { segments } }: Prepared,
  parts: number,
  chosen: readonly Passage[],
  ranked: () => readonly Passage[],
): Passage[] {
  const partOf = (segment: number) => Math.floor((segment * parts) / segments.length);
  const covers = ({ sentences }: Passage) =>
    sentences.flatMap(({ firstSegment, lastSegment }) => [partOf(firstSegment), partOf(lastSegment)]);
  const covered = new Set(chosen.flatMap(covers));
  const empty = Array.from({ length: parts }, (_, part) => part).filter((part) => !covered.has(part));
  if (empty.length === 0) return [];
  const candidates = ranked();
  return empty.flatMap(
    (part) => candidates.find((passage) => covers(passage).every((each) => each === part)) ?? [],
  );
}

/** Scores only fall, so a stale one is put back where it now belongs. */
function insert<Item extends { score: number }>(queue: Item[], item: Item): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle]!.score >= item.score) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, item);
}

/** What is shown is by one voice each. */
function byTurn(passage: Passage): Passage[] {
  const pieces = new Map<number, Sentence[]>();
  for (const sentence of passage.sentences)
    pieces.set(sentence.turn, [...(pieces.get(sentence.turn) ?? []), sentence]);
  return [...pieces.values()].map((sentences) => ({
    ...passage,
    sentences,
    wordCount: sentences.reduce((sum, { words }) => sum + words.length, 0),
  }));
}

function joinNeighbors(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = [];
  for (const passage of [...passages].sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)) {
    const last = joined.at(-1);
    const end = last?.sentences.at(-1);
    const start = passage.sentences[0]!;
    if (
      !last ||
      !end ||
      end.turn !== start.turn ||
      end.index + 1 !== start.index ||
      last.chapter !== passage.chapter
    ) {
      joined.push({ ...passage });
      continue;
    }
    last.sentences = [...last.sentences, ...passage.sentences];
    last.wordCount += passage.wordCount;
    last.value = Math.max(last.value, passage.value);
  }
  return joined;
}
