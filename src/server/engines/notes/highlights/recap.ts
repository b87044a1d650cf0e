import type { Sentence, Speech } from './text.ts';
import { HOUSEKEEPING, PAST, PRESENT } from './vocabulary.ts';

export interface Recap {
  from: number;
  to: number;
}

const RECAP_START =
  /\b(last (we|time|session|week|episode|game|night)( (we|you|\w+ly))? (had )?left|last (time|session),? (you|the)|(where|when|as) (last )?we (last )?left off|picking up (from|where|after)|(a|little|quick|brief) (re-?fresher|re-?cap)|previously,? (on|in)|to (re-?fresh|re-?cap)|(get|bring|catch)(ing)? (you|us|everyone|everybody|everything)( all| guys)? (up|back) (to|on)|(back|return) (in)?to (the|our|tonight's) (story|tale)|last session)\b/i;
const RECAP_END =
  /\b((where|when) we (last |kind of |sort of )?left|that(?:'s| is|'s kind of| was)? (essentially )?where (we|you|the)|picking up (there|from|as)|brings us (to|up)|(so|and) (now|as) (the )?you\b|so,? as (the|you)|here we are|what (would|do) you (all |guys )?(like|want|wish) to|roll (for )?initiative)\b/i;
const CLOSING =
  /^(?:and |so |okay,? )*(?:that(?:'s| is| was)|which is) (?:essentially |about )?where (?:we|you)\b/i;
const MOST_WORDS = 1400;
const LEAST_WORDS = 15;
const LEAST_WORDS_OF_HALF = 60;
/** Words of other speakers. A recap is a monologue; once players answer, the game has started. */
const INTERRUPTION = 40;

const matches = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

function pastOf({ text }: Sentence): number {
  return Math.max(-2, Math.min(2, matches(PAST, text) - matches(PRESENT, text)));
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
    if (gameMasterId !== null && sentence.speakerId !== gameMasterId) {
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
    .filter(({ speakerId }) => gameMasterId === null || speakerId === gameMasterId)
    .reduce((sum, { words }) => sum + words.length, 0);
}

/** The game master's recap in the first `limit` words, if its wording shows that it is one. Announcements are not. */
export function findRecap(speech: Speech, gameMasterId: string | null, limit: number): Recap | null {
  let words = 0;
  for (const sentence of speech.sentences) {
    if (words > limit) return null;
    words += sentence.words.length;
    if (gameMasterId !== null && sentence.speakerId !== gameMasterId) continue;
    if (!RECAP_START.test(sentence.text) || HOUSEKEEPING.test(sentence.text)) continue;
    const isClosing = CLOSING.test(sentence.text);
    if (!isClosing && speech.turns[sentence.turn]!.wordCount <= 25) continue;
    const found = stretchFrom(speech, sentence.index, isClosing ? -1 : 1, gameMasterId);
    if (found) return found;
  }
  return null;
}
