import { countOf } from './cues.ts';
import { isByGameMaster, type Sentence, type Speech, type Turn } from './text.ts';
import { HOUSEKEEPING, PAST, PRESENT } from './vocabulary.ts';

export interface Recap {
  from: number;
  to: number;
}

const RECAP_START = new RegExp(
  [
    String.raw`\blast (?:we|time|session|week|episode|game|night)(?: (?:we|you|\w+ly))? (?:had )?left`,
    String.raw`\blast (?:time|session),? (?:you|the)`,
    String.raw`\b(?:where|when|as) (?:last )?we (?:last )?left off`,
    String.raw`\b(?:picking up|continu(?:e|ing)) (?:from|where|after)`,
    String.raw`\bleaving off from last`,
    String.raw`\b(?:(?:a|little|quick|brief) (?:re-?fresher|re-?cap|overview)|(?:in)?to the recap)`,
    String.raw`\bpreviously,? (?:on|in)|\bwhat previously`,
    String.raw`\bto (?:re-?fresh|re-?cap)`,
    String.raw`\b(?:get|bring|catch)(?:ing)? (?:all of )?(?:you|us|everyone|everybody|everything|them)(?: all| guys)? (?:up|back|caught up) (?:to|on|in)`,
    String.raw`\bget (?:you|us|everyone|everybody)(?: all| guys)? caught up`,
    String.raw`\bbringing (?:us|you) into (?:tonight|today)`,
    String.raw`\bto go over the (?:current |last )?(?:adventure|story|situation|events?)`,
    String.raw`\b(?:back|return) (?:in)?to (?:the|our|tonight's) (?:story|tale)`,
    String.raw`\bback to (?:this|our) (?:game|adventure|campaign)`,
    String.raw`\blast session`,
  ]
    .map((pattern) => `(?:${pattern})\\b`)
    .join('|'),
  'i',
);
const RECAP_END =
  /\b((where|when) we (last |kind of |sort of )?left|that(?:'s| is|'s kind of| was)? (essentially )?where (we|you|the)|picking up (there|from|as)|brings us (to|up)|(so|and) (now|as) (the )?you\b|so,? as (the|you)|here we are|what (would|do) you (all |guys )?(like|want|wish) to|roll (for )?initiative)\b/i;
const CLOSING =
  /^(?:and |so |okay,? )*(?:that(?:'s| is| was)|which is) (?:essentially |about )?where (?:we|you)\b/i;
const MOST_WORDS = 1400;
const LEAST_WORDS = 15;
const LEAST_WORDS_OF_HALF = 60;
/** Words of other speakers. A recap is a monologue; once players answer, the game has started. */
const INTERRUPTION = 40;

/** A monologue of so many words, with one verb in the past tense more than in the present for each so many, and "I" once in so many. */
const TOLD_WORDS = 120;
const WORDS_A_PAST = 20;
const WORDS_AN_OWN = 60;
const FIRST_PERSON = /\b(?:I|I['’]\w+|my|me|we|we['’]\w+|our)\b/g;

function pastOf({ text }: Sentence): number {
  return Math.max(-2, Math.min(2, countOf(PAST, text) - countOf(PRESENT, text)));
}

/**
 * The game master's sentences forward or back from `start`, as long as the past tense outweighs the present, or up to
 * the closing words.
 */
function stretchFrom(speech: Speech, start: number, step: 1 | -1, gameMasterId: string | null): Recap | null {
  let words = 0;
  let others = 0;
  let past = 0;
  let most = 0;
  let last = start;
  let isClosed = false;
  for (let at = start; at >= 0 && at < speech.sentences.length && words < MOST_WORDS; at += step) {
    const sentence = speech.sentences[at]!;
    if (!isByGameMaster(sentence, gameMasterId)) {
      others += sentence.words.length;
      if (others > INTERRUPTION) break;
      continue;
    }
    if (at !== start && HOUSEKEEPING.test(sentence.text) && pastOf(sentence) < 2) break;
    others = 0;
    words += sentence.words.length;
    past += pastOf(sentence);
    if (past >= most || at === start) {
      most = Math.max(most, past);
      last = at;
    }
    if (step === -1 || at === start) continue;
    isClosed = CLOSING.test(sentence.text);
    if (isClosed || (words > LEAST_WORDS_OF_HALF && RECAP_END.test(sentence.text))) {
      last = at;
      break;
    }
  }
  const [from, to] = step === 1 ? [start, last + 1] : [last, start + 1];
  const least = isClosed ? LEAST_WORDS : LEAST_WORDS_OF_HALF;
  return most > 2 && wordsIn(speech, from, to, gameMasterId) >= least ? { from, to } : null;
}

function wordsIn({ sentences }: Speech, from: number, to: number, gameMasterId: string | null): number {
  return sentences
    .slice(from, to)
    .filter((sentence) => isByGameMaster(sentence, gameMasterId))
    .reduce((sum, { words }) => sum + words.length, 0);
}

/** Not what was said to the table before: "It's okay. The party had ventured deep into the caverns." */
const opensTale = (sentence: Sentence): boolean =>
  sentence.words.length >= 8 && pastOf(sentence) > 0 && countOf(FIRST_PERSON, sentence.text) === 0;

/** A long turn that recounts what happened, and not to the speaker. */
function isTold({ sentences }: Speech, turn: Turn): boolean {
  if (turn.wordCount < TOLD_WORDS) return false;
  const said = sentences.slice(turn.from, turn.to).filter(({ text }) => !HOUSEKEEPING.test(text));
  const past = said.reduce((sum, { text }) => sum + countOf(PAST, text) - countOf(PRESENT, text), 0);
  const own = said.reduce((sum, { text }) => sum + countOf(FIRST_PERSON, text), 0);
  return past >= turn.wordCount / WORDS_A_PAST && own <= turn.wordCount / WORDS_AN_OWN;
}

/** The game master's recap in the first `limit` words, if its wording or its tense shows that it is one. Announcements are not. */
export function findRecap(speech: Speech, gameMasterId: string | null, limit: number): Recap | null {
  let words = 0;
  const early = speech.sentences.filter((sentence) => {
    const isEarly = words <= limit;
    words += sentence.words.length;
    return isEarly && isByGameMaster(sentence, gameMasterId);
  });
  for (const { index, text, turn } of early) {
    if (!RECAP_START.test(text) || HOUSEKEEPING.test(text)) continue;
    const isClosing = CLOSING.test(text);
    if (!isClosing && speech.turns[turn]!.wordCount <= 25) continue;
    const found = stretchFrom(speech, index, isClosing ? -1 : 1, gameMasterId);
    if (found) return found;
  }
  for (const sentence of early) {
    if (!isTold(speech, speech.turns[sentence.turn]!) || !opensTale(sentence)) continue;
    const found = stretchFrom(speech, sentence.index, 1, gameMasterId);
    if (found) return found;
  }
  return null;
}
