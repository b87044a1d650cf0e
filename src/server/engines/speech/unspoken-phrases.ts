import type { Invented } from './invented-words.ts';
import type { HeardChunk, HeardSegment } from './port.ts';
import { isSubtitlePhrase } from './subtitle-phrases.ts';

/** How loud the phrases of a chunk are, and its speech: in decibels, by its louder frames. */
export interface Loudness {
  speech: number;
  phrases: { startMs: number; text: string; decibels: number }[];
}

type CleanChunk = HeardChunk & { invented: Invented[]; loudness: Loudness };

/** So much below the speech of a recording is its noise. */
const NOISE_BELOW_SPEECH = 24;
/** Players answer one another within this time. */
const LONGEST_PAUSE_MS = 10_000;
const FEWEST_IN_A_ROW = 3;
const LONGEST_PHRASE_MS = 12_000;

/** Measures what `withoutUnspokenPhrases` needs to know. */
export function loudnessOf(
  { segments }: HeardChunk,
  loudestOf: (startMs: number, endMs: number) => number,
): Loudness {
  return {
    speech: loudestOf(0, Number.POSITIVE_INFINITY),
    phrases: segments.flatMap(({ startMs, endMs, text }) =>
      isSubtitlePhrase(text) ? [{ startMs, text, decibels: loudestOf(startMs, endMs) }] : [],
    ),
  };
}

/**
 * Removes phrases of subtitle makers where nobody can have said them: in the recording's noise, far from all other
 * speech, in a row, or in much more time than they take. What someone says amid speech stays.
 */
export function withoutUnspokenPhrases<Chunk extends CleanChunk>(
  chunks: readonly { startMs: number }[],
  heard: readonly (Chunk | null)[],
): (Chunk | null)[] {
  const said = heard.flatMap((chunk, index) =>
    (chunk?.segments ?? []).flatMap(({ startMs, endMs, text }) => {
      const from = chunks[index]?.startMs ?? 0;
      return isSubtitlePhrase(text) ? [] : [{ startMs: from + startMs, endMs: from + endMs }];
    }),
  );
  const loudest = Math.max(...heard.map((chunk) => chunk?.loudness.speech ?? Number.NEGATIVE_INFINITY));
  return heard.map((chunk, index) => {
    if (chunk === null || chunk.loudness.phrases.length === 0) return chunk;
    const from = chunks[index]?.startMs ?? 0;
    const unspoken = (segment: HeardSegment, at: number) => {
      const [startMs, endMs] = [from + segment.startMs, from + segment.endMs];
      const phrase = chunk.loudness.phrases.find(
        (each) => each.startMs === segment.startMs && each.text === segment.text,
      );
      if (!phrase) return false;
      const isAmidSpeech = said.some(
        (other) => other.startMs <= endMs + LONGEST_PAUSE_MS && other.endMs >= startMs - LONGEST_PAUSE_MS,
      );
      return (
        !isAmidSpeech ||
        phrase.decibels < loudest - NOISE_BELOW_SPEECH ||
        endMs - startMs > LONGEST_PHRASE_MS ||
        inARow(chunk.segments, at) >= FEWEST_IN_A_ROW
      );
    };
    const removed = chunk.segments.filter(unspoken);
    if (removed.length === 0) return chunk;
    return {
      ...chunk,
      segments: chunk.segments.filter((segment) => !removed.includes(segment)),
      invented: [
        ...chunk.invented,
        ...removed.map(
          ({ startMs, endMs, text }): Invented => ({ kind: 'phrase', startMs, endMs, text: text.trim() }),
        ),
      ],
    };
  });
}

function inARow(segments: readonly HeardSegment[], at: number): number {
  const isPhrase = (index: number) => isSubtitlePhrase(segments[index]?.text ?? '');
  let [first, last] = [at, at];
  while (isPhrase(first - 1)) first -= 1;
  while (isPhrase(last + 1)) last += 1;
  return last - first + 1;
}
