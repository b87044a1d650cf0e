import type { VoiceTurn } from './port.ts';

interface Timed {
  startMs: number;
  endMs: number;
}

/** Words are timed less exactly than voices. */
const NEAR_MS = 300;
const PAUSE_MS = 1_000;
const SECOND_VOICE_MS = 1_000;
const MOST_WORDS_AWAY = 30;

export const voiceLabel = (voice: number): string => `Speaker ${voice + 1}`;

/**
 * The voice of each word, words in the order of their times: the one that speaks longest during it, or nearest to it. A word that nobody can
 * place goes with its neighbours where both have the same voice; otherwise it has none, which is better than a wrong one.
 * @param turns by start
 */
export function voicesOfWords(words: readonly Timed[], turns: readonly VoiceTurn[]): (number | null)[] {
  const found = heardIn(words, turns).map(({ voices: [longest], nearest }) => longest?.voice ?? nearest);
  return found.map((voice, at) => voice ?? between(words, found, at));
}

/** Lines in which a second voice is more than a cough or a word beside the first. */
export const linesOfTwo = <Line extends Timed>(
  lines: readonly Line[],
  turns: readonly VoiceTurn[],
): Line[] => {
  const heard = heardIn(lines, turns);
  return lines.filter((_, at) => (heard[at]?.voices[1]?.ms ?? 0) >= SECOND_VOICE_MS);
};

/** @returns of each, whose voices are in it, the longest first, and which is nearest */
function heardIn(
  words: readonly Timed[],
  turns: readonly VoiceTurn[],
): { voices: { voice: number; ms: number }[]; nearest: number | null }[] {
  let from = 0;
  const longestMs = Math.max(0, ...turns.map(({ startMs, endMs }) => endMs - startMs));
  return words.map((word) => {
    while (from < turns.length && (turns[from]?.startMs ?? 0) + longestMs < word.startMs - NEAR_MS) from += 1;
    const overlaps = new Map<number, number>();
    let nearest: { voice: number | null; gap: number } = { voice: null, gap: NEAR_MS };
    for (let at = from; at < turns.length; at += 1) {
      const turn = turns[at];
      if (turn === undefined || turn.startMs > word.endMs + NEAR_MS) break;
      const overlap = Math.min(turn.endMs, word.endMs) - Math.max(turn.startMs, word.startMs);
      if (overlap > 0 && turn.voice !== null)
        overlaps.set(turn.voice, (overlaps.get(turn.voice) ?? 0) + overlap);
      else if (-overlap < nearest.gap) nearest = { voice: turn.voice, gap: -overlap };
    }
    const voices = Array.from(overlaps, ([voice, ms]) => ({ voice, ms })).sort(
      (one, other) => other.ms - one.ms,
    );
    return { voices, nearest: nearest.voice };
  });
}

function between(words: readonly Timed[], found: readonly (number | null)[], at: number): number | null {
  const before = neighbour(words, found, at, -1);
  return before !== null && before === neighbour(words, found, at, 1) ? before : null;
}

function neighbour(
  words: readonly Timed[],
  found: readonly (number | null)[],
  from: number,
  step: 1 | -1,
): number | null {
  for (let at = from; Math.abs(at - from) < MOST_WORDS_AWAY; at += step) {
    const [here, next] = [words[at], words[at + step]];
    if (here === undefined || next === undefined) return null;
    const pause = step === 1 ? next.startMs - here.endMs : here.startMs - next.endMs;
    if (pause >= PAUSE_MS) return null;
    const voice = found[at + step];
    if (voice !== null && voice !== undefined) return voice;
  }
  return null;
}
