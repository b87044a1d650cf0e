import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpeechEndpoint, type SpeechEndpointSettings } from '#server/engines/speech/endpoint.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { type AudioChunk, SpeechUnavailable } from '#server/engines/speech/port.ts';
import { createTimers } from '#tests/support/timers.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';

const SPOKEN = encodeTones('Roll for perception, bard.');
const CHUNK: AudioChunk = {
  index: 0,
  startMs: 0,
  endMs: SPOKEN.samples.length / 16,
  forced: false,
  samples: SPOKEN.samples,
};

let server: ToneSpeechServer;
let waits: number[];
beforeEach(async () => {
  server = await startToneSpeechServer();
  waits = [];
});
afterEach(() => server.close());

const endpoint = (settings: Partial<SpeechEndpointSettings> = {}) =>
  createSpeechEndpoint({
    url: server.url,
    key: 'secret',
    model: 'whisper-1',
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...settings,
  });

const hear = (settings: Partial<SpeechEndpointSettings> = {}, signal = new AbortController().signal) =>
  endpoint(settings).hear(CHUNK, { signal, language: 'en-GB', vocabulary: ['Kharvyndûr', 'Vex'] });

describe('the speech endpoint', () => {
  it('[R1.7] sends WAV, key, model, language and names, and reads words with their times', async () => {
    const heard = await hear();
    expect(heard.language).toBe('english');
    expect(heard.segments.map((segment) => segment.text)).toEqual(['Roll for perception, bard.']);
    const words = heard.segments[0]!.words!;
    expect(words.map((word) => word.text)).toEqual(['Roll', 'for', 'perception,', 'bard.']);
    for (const [index, word] of words.entries()) {
      expect(Math.abs(word.startMs - SPOKEN.words[index]!.startMs)).toBeLessThanOrEqual(40);
    }
    expect(server.requests).toMatchObject([
      {
        authorization: 'Bearer secret',
        fields: {
          model: ['whisper-1'],
          response_format: ['verbose_json'],
          'timestamp_granularities[]': ['word', 'segment'],
          language: ['en'],
          prompt: ['Kharvyndûr, Vex'],
        },
      },
    ]);
  });

  it('accepts a base address with or without /v1, or the whole one', async () => {
    await hear({ url: `${server.url}/v1/` });
    await hear({ url: `${server.url}/v1/audio/transcriptions` });
    expect(server.requests).toHaveLength(2);
    expect(() => endpoint({ url: 'not an address' })).toThrow(SpeechUnavailable);
  });

  it('keeps a request under 25 MB', () => {
    const seconds = endpoint({ chunkSeconds: 10_000 }).maxChunkSeconds;
    expect(seconds * 32_000 + 44).toBeLessThan(25_000_000);
  });

  it('accepts an answer without times', async () => {
    server.misbehave = () => 'plainJson';
    const heard = await hear();
    expect(heard.segments).toMatchObject([
      { text: 'Roll for perception, bard.', startMs: 0, endMs: CHUNK.endMs, words: null },
    ]);
  });

  it('requests plain json once a service rejects verbose_json', async () => {
    server.misbehave = ({ fields }) =>
      fields.response_format?.[0] === 'json'
        ? 'plainJson'
        : { status: 400, body: '{"error":{"message":"response_format verbose_json is not supported"}}' };
    const engine = endpoint();
    const options = { signal: new AbortController().signal, language: null, vocabulary: [] };
    expect((await engine.hear(CHUNK, options)).segments).toHaveLength(1);
    expect((await engine.hear(CHUNK, options)).segments).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
    expect(waits).toEqual([]);
  });

  it('sends no more hints once a service rejects them', async () => {
    server.misbehave = ({ fields }) =>
      fields.prompt === undefined
        ? null
        : { status: 400, body: '{"error":{"message":"Prompt is not supported for this model."}}' };
    const engine = endpoint();
    const options = { signal: new AbortController().signal, language: null, vocabulary: ['Vex'] };
    expect((await engine.hear(CHUNK, options)).segments).not.toHaveLength(0);
    expect((await engine.hear(CHUNK, options)).segments).not.toHaveLength(0);
    expect(server.requests.map(({ fields }) => [fields.prompt?.[0], fields.response_format?.[0]])).toEqual([
      ['Vex', 'verbose_json'],
      [undefined, 'verbose_json'],
      [undefined, 'verbose_json'],
    ]);
  });

  it('waits as long as Retry-After says, in seconds or until a date by the service’s clock', async () => {
    const headers = [
      { 'retry-after': '7' },
      { 'retry-after': 'Sat, 21 Nov 2026 05:00:09 GMT', date: 'Sat, 21 Nov 2026 05:00:00 GMT' },
      { 'retry-after': '86400' },
    ];
    server.misbehave = ({ number }) => (headers[number] ? { status: 429, headers: headers[number] } : null);
    await hear();
    expect(waits).toEqual([7000, 9000, 120_000]);
  });

  it.each<[string, ToneSpeechServer['misbehave']]>([
    ['503', () => ({ status: 503 })],
    ['a hung-up connection', () => 'hangUp'],
    ['an answer cut off', () => 'malformed'],
    ['a page instead of JSON', () => ({ status: 200, body: '<html>Sign in</html>' })],
    ['JSON that is no transcript', () => ({ status: 200, body: '{"segments":[{"start":"x"}]}' })],
  ])('retries after %s, then gives the chunk up', async (_, misbehave) => {
    server.misbehave = (request) => (request.number < 2 ? misbehave(request) : null);
    expect((await hear()).segments).toHaveLength(1);
    expect(waits).toEqual([1000, 2000]);

    server.misbehave = misbehave;
    waits = [];
    await expect(hear()).rejects.toMatchObject({ name: 'SpeechError', code: 'chunkFailed', retryable: true });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
  });

  it('retries when a request takes too long', async () => {
    const timers = createTimers();
    server.misbehave = ({ number }) => {
      if (number > 0) return null;
      timers.pass(600_000);
      return 'stall';
    };
    expect((await hear({ startTimer: timers.start })).segments).toHaveLength(1);
    expect(waits).toEqual([1000]);
  });

  it.each([
    [401, 'Set SPEECH_KEY'],
    [403, 'Set SPEECH_KEY'],
    [404, 'Check SPEECH_URL and SPEECH_MODEL'],
  ])('a %i says what to set and is not retried', async (status, advice) => {
    server.misbehave = () => ({ status });
    await expect(hear()).rejects.toThrow(SpeechUnavailable);
    await expect(hear()).rejects.toMatchObject({ code: 'speechUnavailable', retryable: false });
    await expect(hear()).rejects.toThrow(advice);
    expect(waits).toEqual([]);
  });

  it('does not resend a chunk that the service rejects', async () => {
    server.misbehave = () => ({ status: 413, body: '{"error":{"message":"Too large"}}' });
    await expect(hear()).rejects.toThrow(
      new SpeechError('chunkFailed', 'The speech service answered 413 Too large.', { retryable: true }),
    );
    expect(server.requests).toHaveLength(1);
  });

  it('fails the chunk with the reason if the service is unreachable', async () => {
    await server.close();
    await expect(hear()).rejects.toThrow(/could not be reached .*ECONNREFUSED/);
  });

  it('stops at once when the job is aborted', async () => {
    const controller = new AbortController();
    server.misbehave = () => {
      controller.abort();
      return 'stall';
    };
    await expect(hear({}, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(hear({}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });
});
