import type { Segment } from '#contract/transcript.ts';
import { storableText } from '#server/platform/database/storable.ts';

const MOST_SEGMENTS = 200;
const MOST_CHARACTERS = 64 * 1024;

export function* segmentPieces(segments: readonly Segment[]): Generator<string> {
  let piece: (Segment & { ordinal: number })[] = [];
  let characters = 0;
  for (const [ordinal, segment] of segments.entries()) {
    if (piece.length === MOST_SEGMENTS || (piece.length > 0 && characters > MOST_CHARACTERS)) {
      yield asJson(piece);
      piece = [];
      characters = 0;
    }
    piece.push({ ...segment, ordinal });
    characters += segment.text.length;
  }
  if (piece.length > 0) yield asJson(piece);
}

const asJson = (piece: unknown) =>
  JSON.stringify(piece, (_, part) => (typeof part === 'string' ? storableText(part) : part));

export { wordsIn } from './words.ts';
