import { z } from 'zod';
import { timeTokens } from './heard.ts';
import type { HeardChunk, HeardSegment } from './port.ts';

const Seconds = z
  .number()
  .nullish()
  .transform((value) => (value != null && value >= 0 && value < 1e7 ? value : null));

const WireWord = z
  .object({
    word: z.string().optional(),
    text: z.string().optional(),
    start: Seconds,
    end: Seconds,
    speaker: z.string().nullish(),
  })
  .transform(({ word, text, ...rest }) => ({ ...rest, text: word ?? text ?? '' }));
type WireWord = z.infer<typeof WireWord>;

const WireSegment = z.object({
  text: z.string(),
  start: Seconds,
  end: Seconds,
  speaker: z.union([z.string(), z.number().transform(String)]).nullish(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
  words: z.array(WireWord).nullish(),
});
type WireSegment = z.infer<typeof WireSegment>;

const TranscriptionResponse = z.object({
  text: z.string().optional(),
  language: z.string().nullish(),
  /** whisper.cpp's, whatever language was requested. */
  detected_language: z.string().nullish(),
  duration: Seconds.optional(),
  segments: z.array(WireSegment).nullish(),
  words: z.array(WireWord).nullish(),
});

export function readTranscription(answer: unknown, durationMs: number): HeardChunk | null {
  const parsed = TranscriptionResponse.safeParse(answer);
  if (!parsed.success) return null;
  const { text, segments, words } = parsed.data;
  const language = parsed.data.detected_language ?? parsed.data.language;
  if (text === undefined && !segments) return null;
  const wire = segments?.length ? segments : [{ text: text ?? '', start: null, end: null }];
  const heard = wire
    .filter((segment) => !('avg_logprob' in segment) || !isSilence(segment))
    .map((segment) => toHeardSegment(segment, wholeWords(words ?? []), durationMs))
    .filter((segment) => segment.text !== '');
  return { language: language || null, segments: heard };
}

const isSilence = ({ no_speech_prob, avg_logprob }: WireSegment) =>
  (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1;

/** whisper.cpp returns parts of words: only the first of each starts with a space. */
function wholeWords(words: WireWord[]): WireWord[] {
  const begins = words.map(({ text }) => /^\s/.test(text));
  const areParts = begins.some(Boolean) && begins.slice(1).some((begin) => !begin);
  const joined: WireWord[] = [];
  for (const [at, word] of words.entries()) {
    const last = joined.at(-1);
    if (areParts && last && !begins[at]) {
      last.text += word.text.trimEnd();
      last.end = word.end ?? last.end;
    } else joined.push({ ...word, text: word.text.trim() });
  }
  return joined;
}

function toHeardSegment(
  segment: Pick<WireSegment, 'text' | 'start' | 'end'> & Partial<WireSegment>,
  allWords: WireWord[],
  durationMs: number,
): HeardSegment {
  const text = segment.text.trim();
  const startMs = Math.min(durationMs, Math.round((segment.start ?? 0) * 1000));
  const endMs = Math.max(
    startMs,
    Math.min(durationMs, Math.round((segment.end ?? durationMs / 1000) * 1000)),
  );
  const own = segment.words?.length ? wholeWords(segment.words) : wordsWithin(allWords, startMs, endMs);
  const timed = own.flatMap(({ text, start, end }) =>
    start === null || text === ''
      ? []
      : { text, startMs: Math.round(start * 1000), endMs: Math.round((end ?? start) * 1000) },
  );
  return {
    startMs,
    endMs,
    text,
    confidence: segment.avg_logprob == null ? null : Math.min(1, Math.exp(segment.avg_logprob)),
    words: timed.length > 0 ? timeTokens(text, timed, { startMs, endMs }) : null,
    speaker: segment.speaker ?? own.find((word) => word.speaker)?.speaker ?? null,
  };
}

/** A word belongs to the segment of its middle. */
function wordsWithin(words: WireWord[], startMs: number, endMs: number): WireWord[] {
  return words.filter((word) => {
    if (word.start === null) return false;
    const middleMs = ((word.start + (word.end ?? word.start)) / 2) * 1000;
    return middleMs >= startMs - 1 && middleMs <= endMs + 1;
  });
}
