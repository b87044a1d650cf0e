import type { TranscriptDocument } from '#contract/transcript.ts';
import { shownLabel } from '../highlights/cast.ts';
import type { Prepared } from '../highlights/prepare.ts';

/**
 * A stretch of the transcript for one call: segments from..to (exclusive), and some earlier ones for context.
 */
export interface Chunk {
  index: number;
  from: number;
  to: number;
  contextFrom: number;
  wordCount: number;
}

const FEWEST_WORDS = 2500;
const MOST_WORDS = 3500;
const CONTEXT_SEGMENTS = 4;
/** The maximum for context. */
const CONTEXT_WORDS = 200;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/**
 * Chunks of 2,500 to 3,500 words that end at the end of a scene if possible. Covers the whole transcript
 * (D12).
 */
export function makeChunks({ transcript, scenes, speech }: Prepared): Chunk[] {
  const { segments } = transcript;
  const sceneStarts = new Set(scenes.map((scene) => speech.sentences[scene.from]!.firstSegment));
  const counts = segments.map((segment) => wordsIn(segment.text));
  const chunks: Chunk[] = [];
  let from = 0;
  let wordCount = 0;
  const close = (to: number) => {
    if (wordCount === 0) return;
    chunks.push({ index: chunks.length, from, to, contextFrom: contextBefore(counts, from), wordCount });
    from = to;
    wordCount = 0;
  };
  segments.forEach((_, at) => {
    const count = counts[at]!;
    if ((wordCount >= FEWEST_WORDS && sceneStarts.has(at)) || wordCount + count > MOST_WORDS) close(at);
    wordCount += count;
  });
  // A short rest belongs to the previous chunk.
  const last = chunks.at(-1);
  if (last && wordCount > 0 && last.wordCount + wordCount <= MOST_WORDS) {
    last.to = segments.length;
    last.wordCount += wordCount;
  } else close(segments.length);
  return chunks;
}

function contextBefore(counts: number[], from: number): number {
  let start = from;
  let words = 0;
  while (start > 0 && from - start < CONTEXT_SEGMENTS && words + counts[start - 1]! <= CONTEXT_WORDS) {
    start -= 1;
    words += counts[start]!;
  }
  return start;
}

/** Turns in the prompt's format: `[s12] Laura: words`. Escapes what could end the fence. */
export function turnsText(transcript: TranscriptDocument, from: number, to: number): string {
  const labels = new Map(
    transcript.speakers.map((speaker) => [
      speaker.id,
      speaker.role === 'gm' ? `${shownLabel(speaker.label)} (game master)` : shownLabel(speaker.label),
    ]),
  );
  return transcript.segments
    .slice(from, to)
    .filter((segment) => segment.text.trim() !== '')
    .map((segment) => {
      const speaker = segment.speakerId === null ? undefined : labels.get(segment.speakerId);
      const text = segment.text.replace(/\s+/g, ' ').replace(/[<>]/g, (mark) => (mark === '<' ? '‹' : '›'));
      return `[${segment.id}] ${speaker ? `${speaker}: ` : ''}${text.trim()}`;
    })
    .join('\n');
}
