import { frameDecibels, framesOf } from '../audio/split.ts';
import type { AudioChunk, SpokenTimes } from './port.ts';

const FRAME_MS = 30;
export const SILENCE_DECIBELS = -66;
/** Of an open microphone: what is not clearly louder than its room is no speech, unless it is loud. */
const ABOVE_ROOM_DECIBELS = 10;
const LOUDEST_ROOM_DECIBELS = -40;
/** Of the frames of a chunk; between words there is room. */
const ROOM_SHARE = 0.1;
/** Shorter silence stays in a piece, so engines get whole sentences. */
const LONGEST_PAUSE_FRAMES = 100;
const MARGIN_FRAMES = 10;

export type Span = Pick<AudioChunk, 'startMs' | 'endMs' | 'forced'> & { silent: boolean };

export function isSilent(samples: Int16Array): boolean {
  return !frameDecibels(samples).some((decibels) => decibels > SILENCE_DECIBELS);
}

/** Cuts a chunk of one track into consecutive spans of speech and silence that cover it. */
export function spokenSpans(
  chunk: Pick<AudioChunk, 'startMs' | 'endMs' | 'forced' | 'samples'> & { spoken?: SpokenTimes | null },
): Span[] {
  const frames = frameDecibels(chunk.samples);
  const room = frames.toSorted()[Math.floor(frames.length * ROOM_SHARE)] ?? SILENCE_DECIBELS;
  const silence = Math.max(SILENCE_DECIBELS, Math.min(LOUDEST_ROOM_DECIBELS, room + ABOVE_ROOM_DECIBELS));
  const spoken = chunk.spoken ? framesOf(chunk.spoken, frames.length) : null;
  const loud = [...frames].map((decibels, frame) => decibels > silence && spoken?.[frame] !== 0);
  const spans: Span[] = [];
  const add = (fromFrame: number, untilFrame: number, silent: boolean) => {
    const startMs = chunk.startMs + fromFrame * FRAME_MS;
    const endMs = untilFrame >= loud.length ? chunk.endMs : chunk.startMs + untilFrame * FRAME_MS;
    const forced = chunk.forced && endMs === chunk.endMs;
    if (endMs > startMs) spans.push({ startMs, endMs, forced, silent });
  };
  let covered = 0;
  for (let frame = loud.indexOf(true); frame !== -1; ) {
    const end = endOfSpeech(loud, frame);
    const from = Math.max(covered, frame - MARGIN_FRAMES);
    const until = Math.min(loud.length, end + MARGIN_FRAMES);
    add(covered, from, true);
    add(from, until, false);
    covered = until;
    frame = loud.indexOf(true, covered);
  }
  if (covered < loud.length || spans.length === 0) add(covered, loud.length, true);
  return spans;
}

function endOfSpeech(loud: readonly boolean[], from: number): number {
  let last = from;
  for (let frame = from; frame < loud.length && frame - last <= LONGEST_PAUSE_FRAMES; frame += 1) {
    if (loud[frame]) last = frame;
  }
  return last + 1;
}
