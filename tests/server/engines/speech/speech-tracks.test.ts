import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptDocument } from '#contract/transcript.ts';
import { mergeArchive } from '#server/engines/audio/merge-archive.ts';
import { createSpeechEndpoint } from '#server/engines/speech/endpoint.ts';
import { spokenSpans } from '#server/engines/speech/spoken-spans.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { craigZip } from '#tests/support/evening-tracks.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';

let folder: string;
let path: string;
let tracks: string[];
let server: ToneSpeechServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-tracks-'));
  const archive = join(folder, 'craig.zip');
  await writeFile(archive, await craigZip(folder));
  await mkdir(join(folder, 'work'));
  const signal = new AbortController().signal;
  const limits = { maxBytes: 1e8, maxSeconds: 600, signal };
  const merged = await mergeArchive(archive, join(folder, 'work'), limits);
  path = merged.path;
  tracks = merged.tracks.map(({ name }) => name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  server = await startToneSpeechServer();
});
afterEach(() => server.close());

function transcribe(context = inMemoryStageContext({}), chunkSeconds = 600) {
  const engine = createSpeechEndpoint({
    url: server.url,
    model: 'tone',
    chunkSeconds,
    concurrency: 2,
    sleep: async () => {},
  });
  return transcribeAudio({
    path,
    engine,
    language: null,
    vocabulary: [],
    context,
    tracks,
    durationSeconds: 30,
  });
}

const linesOf = ({ segments, speakers }: TranscriptDocument) =>
  segments.map(({ speakerId, text }) => {
    return `${speakers.find(({ id }) => id === speakerId)?.label}: ${text}`;
  });

describe('the tracks of an evening', () => {
  it.each([600, 12])(
    '[D4] become one transcript by time, each track a speaker with its name (%i s)',
    async (seconds) => {
      const transcript = await transcribe(undefined, seconds);
      expect(TranscriptDocument.parse(transcript)).toEqual(transcript);
      expect(linesOf(transcript)).toEqual([
        'Mira: Ash fell on the inn.',
        'Jonas: Brin ran up the hill.',
        'Mira: A red glow, no moon.',
      ]);
      const starts = transcript.segments.map(({ startMs }) => startMs);
      for (const [index, atSeconds] of [0, 14, 24].entries())
        expect(Math.abs(starts[index]! - atSeconds * 1000 - 200)).toBeLessThanOrEqual(60);
      expect(transcript.speakers).toMatchObject([
        { id: 'p1', label: 'Mira', role: 'unknown' },
        { id: 'p2', label: 'Jonas', role: 'unknown' },
      ]);
      const talk = (id: string) =>
        transcript.segments
          .filter(({ speakerId }) => speakerId === id)
          .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      for (const { id, talkMs } of transcript.speakers) expect(talkMs).toBe(talk(id));
      expect(transcript.warnings).toEqual([]);
    },
  );

  it('are sent to the service without their silence', async () => {
    const { durationMs } = await transcribe();
    const sentMs = server.requests.reduce((sum, { fileBytes }) => sum + (fileBytes - 44) / 32, 0);
    expect(server.requests).toHaveLength(3);
    expect(sentMs).toBeLessThan(durationMs * 0.75);
  });

  it('resume after a crash without resending a finished piece', async () => {
    const context = inMemoryStageContext({});
    server.misbehave = ({ words }) => (words.includes('Brin') ? { status: 401 } : null);
    await expect(transcribe(context)).rejects.toThrow();
    const before = server.requests.length;
    server.misbehave = () => null;
    expect(linesOf(await transcribe(context))).toHaveLength(3);
    const again = server.requests.slice(before).map(({ words }) => words[0]);
    expect(again).toContain('Brin');
    expect(again).not.toContain('Ash');
  });
});

describe('a chunk of a track', () => {
  const samples = (seconds: readonly [from: number, until: number][], total: number) => {
    const all = new Int16Array(total * 16_000);
    for (const [from, until] of seconds) all.fill(9000, from * 16_000, until * 16_000);
    return all;
  };
  const spans = (loud: readonly [number, number][], total: number, forced = false) =>
    spokenSpans({ startMs: 60_000, endMs: 60_000 + total * 1000, forced, samples: samples(loud, total) });

  it('is cut only at long silence, and its spans cover it', () => {
    const found = spans(
      [
        [1, 2],
        [4, 5],
        [15, 16],
      ],
      20,
    );
    expect(found.map(({ silent }) => silent)).toEqual([true, false, true, false, true]);
    expect([found[0]!.startMs, found.at(-1)!.endMs]).toEqual([60_000, 80_000]);
    for (const [index, span] of found.slice(1).entries()) expect(span.startMs).toBe(found[index]!.endMs);
    const [, first, , second] = found;
    expect(first!.startMs).toBeLessThanOrEqual(61_000);
    expect(first!.endMs).toBeGreaterThanOrEqual(65_000);
    expect(second!.endMs - second!.startMs).toBeLessThan(1700);
  });

  it('of an open microphone is heard only where somebody is louder than the room, at the right seconds', () => {
    let state = 1;
    const room = (amplitude: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return Math.round(amplitude * (state / 1_073_741_824 - 1));
    };
    const inRoom = (amplitude: number, loud: readonly [number, number][]) =>
      spokenSpans({
        startMs: 60_000,
        endMs: 90_000,
        forced: false,
        samples: samples(loud, 30).map((sample) => (sample === 0 ? room(amplitude) : sample)),
      });
    for (const amplitude of [40, 150, 400]) {
      const found = inRoom(amplitude, [[12, 15]]);
      expect(found.map(({ silent }) => silent)).toEqual([true, false, true]);
      expect(Math.abs(found[1]!.startMs - 72_000)).toBeLessThanOrEqual(330);
      expect(Math.abs(found[1]!.endMs - 75_000)).toBeLessThanOrEqual(330);
      expect(inRoom(amplitude, []).map(({ silent }) => silent)).toEqual([true]);
    }
    // Somebody who never pauses, and a room as loud as speech.
    expect(inRoom(3000, []).map(({ silent }) => silent)).toEqual([false]);
  });

  it('is one span if it is all silence or all speech; only cut speech is forced', () => {
    expect(spans([], 5, true)).toMatchObject([{ startMs: 60_000, endMs: 65_000, silent: true }]);
    expect(spans([[0, 5]], 5, true)).toEqual([
      { startMs: 60_000, endMs: 65_000, silent: false, forced: true },
    ]);
    expect(spans([[0, 1]], 10, true)[0]).toMatchObject({ silent: false, forced: false });
  });
});
