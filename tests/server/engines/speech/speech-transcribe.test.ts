import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptDocument } from '#contract/transcript.ts';
import { createSpeechEndpoint } from '#server/engines/speech/endpoint.ts';
import { timeTokens } from '#server/engines/speech/heard.ts';
import { languageTag, mergeHeard } from '#server/engines/speech/merge.ts';
import type { HeardChunk } from '#server/engines/speech/port.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext, type StageContext } from '#server/engines/stage-context.ts';
import { type Encoding, writeAudio } from '#tests/support/audio.ts';
import { encodeTones, type ToneRecording } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';

const TALE =
  'An owl woke Brin at dusk. Ash fell on the inn. Who lit it? Tam ran up the hill to see. ' +
  'A red glow, no moon. Go on, said Brin, and roll a die. It was a two.';

let folder: string;
let server: ToneSpeechServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-speech-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  server = await startToneSpeechServer();
});
afterEach(() => server.close());

const engine = (chunkSeconds: number, { concurrency = 2, key = null as string | null } = {}) =>
  createSpeechEndpoint({
    url: server.url,
    model: 'tone',
    chunkSeconds,
    concurrency,
    key,
    sleep: async () => {},
  });

async function transcribe(
  path: string,
  chunkSeconds: number,
  context: StageContext = inMemoryStageContext({}),
  key: string | null = null,
) {
  const options = { path, engine: engine(chunkSeconds, { key }), language: null, vocabulary: [], context };
  const transcript = await transcribeAudio(options);
  expect(TranscriptDocument.parse(transcript)).toEqual(transcript);
  return transcript;
}

const wordsOf = (transcript: TranscriptDocument) =>
  transcript.segments.flatMap((segment) => segment.text.split(' '));

function expectTimes(transcript: TranscriptDocument, said: ToneRecording) {
  let word = 0;
  for (const segment of transcript.segments) {
    expect(Math.abs(segment.startMs - said.words[word]!.startMs)).toBeLessThanOrEqual(40);
    word += segment.text.split(' ').length;
    expect(Math.abs(segment.endMs - said.words[word - 1]!.endMs)).toBeLessThanOrEqual(40);
  }
}

describe('from a recording to its transcript', () => {
  const pauses = encodeTones(TALE);
  const breathless = encodeTones(TALE, { sentencePauseMs: 100 });

  it.each<[Encoding, string, ToneRecording, number]>([
    ['mp3-64k', 'cut at silences', pauses, 12],
    ['mp3-32k', 'cut by force', breathless, 8],
    ['opus-24k', 'cut at silences', pauses, 12],
    ['opus-24k', 'cut by force', breathless, 8],
    ['webm-live', 'in one piece', pauses, 120],
  ])('[R1.7] %s %s: every word once, in order, within 40 ms', async (encoding, how, said, seconds) => {
    const path = await writeAudio(folder, how.replaceAll(' ', '-'), said.samples, encoding);
    const transcript = await transcribe(path, seconds);
    expect(wordsOf(transcript)).toEqual(said.words.map((word) => word.text));
    expectTimes(transcript, said);
    expect(transcript).toMatchObject({
      source: 'speech',
      timing: 'measured',
      engine: 'endpoint tone',
      language: 'en',
      speakers: [],
      warnings: [],
    });
    expect(Math.abs(transcript.durationMs - said.samples.length / 16)).toBeLessThan(150);
    if (seconds < 100) expect(server.requests.length).toBeGreaterThan(2);
  });

  it('transcribes as many chunks at once as the engine accepts, and no more', async () => {
    const path = await writeAudio(folder, 'at-once', pauses.samples, 'wav');
    let arrived = () => {};
    const bothArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.misbehave = async ({ number }) => {
      if (number === 1) arrived();
      await bothArrived;
      return null;
    };
    await transcribe(path, 6);
    expect(server.mostAtOnce).toBe(2);
  });

  it('ends segments with sentences', async () => {
    const path = await writeAudio(folder, 'sentences', pauses.samples, 'wav');
    const { segments } = await transcribe(path, 120);
    expect(segments.map((segment) => segment.text)).toEqual(
      TALE.match(/[^.?]+[.?]/g)!.map((text) => text.trim()),
    );
    expect(segments.map((segment) => segment.id)).toEqual(segments.map((_, index) => `s${index + 1}`));
  });
});

describe('failures', () => {
  const said = encodeTones(TALE);
  let path: string;
  beforeAll(async () => {
    path = await writeAudio(folder, 'failures', said.samples, 'mp3-64k');
  });

  it('resumes after a crash without resending a finished chunk', async () => {
    const saved = new Map<string, string>();
    const controller = new AbortController();
    const persistent = (signal: AbortSignal): StageContext => ({
      ...inMemoryStageContext({ signal }),
      async checkpoint(key, schema, work) {
        const kept = saved.get(key);
        if (kept !== undefined) {
          const earlier = schema.safeParse(JSON.parse(kept));
          if (earlier.success) return earlier.data;
        }
        const value = await work();
        if (!signal.aborted) saved.set(key, JSON.stringify(value));
        return value;
      },
    });
    server.misbehave = ({ number }) => {
      if (number === 3) controller.abort(new Error('killed'));
      return null;
    };
    await expect(transcribe(path, 6, persistent(controller.signal))).rejects.toThrow('killed');
    const finished = [...saved.keys()].filter((key) => key.startsWith('chunk:')).length;
    expect(finished).toBeGreaterThan(0);
    // A chunk in flight at the kill may still arrive; the first run has its own key.
    const sentAgain = () =>
      server.requests.filter(({ authorization }) => authorization === 'Bearer again').length;

    const transcript = await transcribe(path, 6, persistent(new AbortController().signal), 'again');
    expect(wordsOf(transcript)).toEqual(said.words.map((word) => word.text));
    const chunks = [...saved.keys()].filter((key) => key.startsWith('chunk:')).length;
    const sent = sentAgain();
    expect(sent).toBe(chunks - finished);

    expect(await transcribe(path, 6, persistent(new AbortController().signal), 'again')).toEqual(transcript);
    expect(sentAgain()).toBe(sent);
    await transcribe(path, 9, persistent(new AbortController().signal), 'again');
    expect(sentAgain()).toBe(sent);
    saved.delete('plan');
    await transcribe(path, 9, persistent(new AbortController().signal), 'again');
    expect(sentAgain()).toBeGreaterThan(sent);
  });

  it('[D12] names the minutes of a failed chunk, and keeps the rest', async () => {
    const warnings: string[] = [];
    server.misbehave = ({ words }) => (words.includes('Who') ? { status: 500 } : null);
    const transcript = await transcribe(
      path,
      6,
      inMemoryStageContext({ onWarning: (warning) => warnings.push(warning.message) }),
    );
    const [warning] = transcript.warnings;
    expect(transcript.warnings).toHaveLength(1);
    expect(warning).toMatchObject({
      code: 'minutesMissing',
      message: expect.stringMatching(/^0:\d\d to 0:\d\d could not/),
    });
    expect(warnings).toEqual([warning!.message]);
    const who = said.words.find((word) => word.text === 'Who')!;
    expect(warning!.startMs).toBeLessThanOrEqual(who.startMs);
    expect(warning!.endMs).toBeGreaterThanOrEqual(who.endMs);
    const kept = said.words.filter(
      (word) => word.endMs < warning!.startMs! || word.startMs > warning!.endMs!,
    );
    expect(wordsOf(transcript)).toEqual(kept.map((word) => word.text));
  });

  it('fails, retryably, if nothing could be transcribed', async () => {
    server.misbehave = () => ({ status: 500 });
    await expect(transcribe(path, 6)).rejects.toMatchObject({ code: 'speechFailed', retryable: true });
  });

  it('gives up on an engine that is down instead of trying hundreds of chunks', async () => {
    server.misbehave = () => ({ status: 415 });
    await expect(transcribe(path, 1.5)).rejects.toMatchObject({ code: 'speechFailed', retryable: true });
    expect(server.requests.length).toBeLessThanOrEqual(10);
  });

  it('fails at once for a wrong key, and says what to set', async () => {
    server.misbehave = () => ({ status: 401 });
    await expect(transcribe(path, 6)).rejects.toMatchObject({ code: 'speechUnavailable', retryable: false });
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('reports that there is no speech, and does not send silence', async () => {
    const silent = await writeAudio(folder, 'silent', new Int16Array(5 * 16_000), 'mp3-64k');
    const noSpeech = {
      code: 'noSpeech',
      message: 'We found no speech in this file. You were not charged.',
      retryable: false,
    };
    await expect(transcribe(silent, 6)).rejects.toMatchObject(noSpeech);
    expect(server.requests).toHaveLength(0);

    const hum = Int16Array.from({ length: 80_000 }, (_, index) => 3000 * Math.sin(index / 20));
    const humming = await writeAudio(folder, 'humming', hum, 'wav');
    await expect(transcribe(humming, 6)).rejects.toMatchObject(noSpeech);
  });

  it('[D12] leaves out what is written in the noise after the end, and quotes it; what a player says stays', async () => {
    const said = encodeTones('An owl woke Brin. Thanks for watching! Very funny, said Tam.');
    const noise = Int16Array.from({ length: 16_000 * 20 }, (_, at) => ((at * 7919) % 61) - 30);
    const samples = new Int16Array(said.samples.length + noise.length);
    samples.set(said.samples);
    samples.set(noise, said.samples.length);
    const path = await writeAudio(folder, 'after-the-end', samples, 'wav');
    const end = said.samples.length / 16_000;
    server.misbehave = () => ({
      heard: [
        { text: 'An owl woke Brin.', start: 0, end: 3 },
        { text: 'Thanks for watching!', start: 3.2, end: 6 },
        { text: 'Very funny, said Tam.', start: 6.5, end },
        { text: 'Subtitles by the Amara.org community', start: end + 1, end: end + 4 },
      ],
    });
    const { segments, warnings } = await transcribe(path, 120);
    expect(segments.map(({ text }) => text).join(' ')).toBe(
      'An owl woke Brin. Thanks for watching! Very funny, said Tam.',
    );
    expect(warnings).toMatchObject([{ code: 'inventedWords' }]);
    expect(warnings[0]?.message).toContain('such as “Subtitles by the Amara.org community”');
  });

  it('reports progress that only increases and ends at 1', async () => {
    const fractions: number[] = [];
    await transcribe(path, 6, inMemoryStageContext({ onProgress: (fraction) => fractions.push(fraction) }));
    expect(fractions).toEqual(fractions.toSorted((first, second) => first - second));
    expect(fractions.at(-1)).toBe(1);
  });
});

describe('times of the words of a text', () => {
  const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 100 });

  it('punctuation, joined words and missing words do not shift the others', () => {
    const words = ['well', 'twenty', '-one', 'um', 'er', 'ah', 'hm', 'uh', 'dragons', 'came'];
    const heard = words.map((text, index) => word(text, index * 100));
    const timed = timeTokens('“Well” twenty-one dragons came.', heard, { startMs: 0, endMs: 1000 });
    expect(timed).toEqual([
      word('“Well”', 0),
      { text: 'twenty-one', startMs: 100, endMs: 800 },
      word('dragons', 800),
      word('came.', 900),
    ]);
  });

  it('without any times, words share the span by length', () => {
    expect(timeTokens('one three', [], { startMs: 0, endMs: 1000 })).toEqual([
      { text: 'one', startMs: 0, endMs: 400 },
      { text: 'three', startMs: 400, endMs: 1000 },
    ]);
  });
});

describe('merging chunks', () => {
  const heard = (text: string, extra: Partial<HeardChunk['segments'][number]> = {}): HeardChunk => ({
    language: null,
    segments: [{ startMs: 0, endMs: 60_000, text, confidence: null, words: null, speaker: null, ...extra }],
  });
  const spans = [
    { index: 0, startMs: 0, endMs: 60_000, forced: false },
    { index: 1, startMs: 60_000, endMs: 120_000, forced: false },
  ];

  it('keeps every word of a service without times, and says that times are approximate', () => {
    const merged = mergeHeard(spans, [heard('One two three.'), heard('Four five.')]);
    expect(merged.segments.map((segment) => segment.text).join(' ')).toBe('One two three. Four five.');
    expect(merged.warnings).toMatchObject([{ code: 'coarseTimes' }]);
  });

  it('keeps the speakers that a service identifies', () => {
    const merged = mergeHeard(spans, [
      heard('Hello there.', { speaker: 'A' }),
      heard('Hi.', { speaker: 'B' }),
    ]);
    expect(merged.speakers).toMatchObject([
      { id: 'p1', label: 'A (part 1)', role: 'unknown', talkMs: 60_000 },
      { id: 'p2', label: 'B (part 2)' },
    ]);
    expect(merged.segments.map((segment) => segment.speakerId)).toEqual(['p1', 'p2']);
    expect(merged.warnings.map((warning) => warning.code)).toContain('speakersPerPart');
  });

  it('never makes the same number in two parts one person, but the same name', () => {
    for (const speaker of ['SPEAKER_00', 'Speaker 1', 'spk_0', 'A', '1']) {
      const { speakers, segments } = mergeHeard(spans, [
        heard('Hello.', { speaker }),
        heard('Hi.', { speaker }),
      ]);
      expect(speakers.map(({ label }) => label)).toEqual([`${speaker} (part 1)`, `${speaker} (part 2)`]);
      expect(segments[0]?.speakerId).not.toBe(segments[1]?.speakerId);
    }
    const named = mergeHeard(spans, [
      heard('Hello.', { speaker: 'Dana' }),
      heard('Hi.', { speaker: 'Dana' }),
    ]);
    expect(named.speakers.map(({ label }) => label)).toEqual(['Dana']);
    const alone = mergeHeard(spans, [heard('Hello.', { speaker: 'Speaker 1' }), null]);
    expect(alone.speakers.map(({ label }) => label)).toEqual(['Speaker 1']);
  });

  it('reads languages as tags or as English names', () => {
    expect(['english', 'German', 'pt-BR', 'Klingonese'].map(languageTag)).toEqual([
      'en',
      'de',
      'pt-BR',
      null,
    ]);
  });
});
