// @vitest-environment node
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { readArchive, unpackTo } from '#server/engines/audio/unpack.ts';
import { craigZip, trackList, trackOf } from '#tests/support/evening-tracks.ts';
import { simulatedMix, simulatedTracks, wavOfLoudness } from '#tests/support/simulated-table.ts';
import { toneWav } from '#tests/support/wav.ts';
import { packRecordings } from '#web/effects/pack-recordings.ts';
import { fingerprintOf } from '#web/flows/upload/fingerprint.ts';
import { inspectFile } from '#web/flows/upload/inspect-file.ts';
import { measureAudio } from '#web/flows/upload/measure-audio.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-packed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const part = (name: string, seconds: number) =>
  new File([toneWav(seconds)], name, { type: 'audio/wav', lastModified: 1_700_000_000_000 + seconds });
const inspect = (file: File) => inspectFile(file, { measure: measureAudio, timers: new SimulatedClock() });

describe('several recordings as one file', () => {
  it('[D4] are unpacked by the server byte for byte and in natural order', async () => {
    const packed = packRecordings([part('part 10.wav', 2), part('part 9.wav', 3), part('part 9.wav', 1)]);
    expect(packed.name).toBe('part 9 and 2 more.zip');
    const path = join(folder, 'packed.zip');
    await writeFile(path, new Uint8Array(await packed.arrayBuffer()));
    const { kind, recordings } = await readArchive(path);
    expect([kind, recordings.map(({ name }) => name)]).toEqual([
      'parts',
      ['part 9.wav', 'part 9.wav', 'part 10.wav'],
    ]);
    for (const [index, seconds] of [3, 1, 2].entries()) {
      const target = join(folder, String(index));
      await unpackTo(target, path, recordings[index]!.entry, new AbortController().signal);
      expect(Buffer.compare(await readFile(target), toneWav(seconds))).toBe(0);
    }
  });

  it('are the same file after a reload, in whatever order they are chosen', async () => {
    const first = packRecordings([part('a.wav', 1), part('b.wav', 2)]);
    const again = packRecordings([part('b.wav', 2), part('a.wav', 1)]);
    expect(await fingerprintOf(again)).toBe(await fingerprintOf(first));
    expect(await fingerprintOf(packRecordings([part('a.wav', 1), part('b.wav', 3)]))).not.toBe(
      await fingerprintOf(first),
    );
  });

  it('[D4] asks where lengths and names disagree, and not where they agree', async () => {
    const guessed = async (...files: File[]) => (await inspect(packRecordings(files))).contents;
    const open = await guessed(part('Session 12 - 1.wav', 60), part('Session 12 - 2.wav', 60));
    expect(open).toMatchObject({ kind: 'parts', isSure: false });
    expect(open?.estimates).toMatchObject({
      tracks: { durationSeconds: 60 },
      parts: { durationSeconds: 120 },
    });
    expect(await guessed(part('marla at home.wav', 60), part('oskar (phone).wav', 60))).toMatchObject({
      kind: 'tracks',
      isSure: true,
    });
    const started = (name: string, seconds: number, endsAt: number) =>
      new File([toneWav(seconds)], name, { type: 'audio/wav', lastModified: endsAt });
    const nine = Date.UTC(2026, 10, 20, 21);
    expect(
      await guessed(started('cellar.wav', 60, nine), started('chapel.wav', 90, nine + 95_000)),
    ).toMatchObject({ kind: 'parts', isSure: true, names: ['cellar.wav', 'chapel.wav'] });
  });

  it('[D4] listens where names, lengths and dates leave a doubt', { tags: ['everything'] }, async () => {
    const contents = async (loudness: readonly Float32Array[]) => {
      const files = loudness.map(
        (one, at) => new File([wavOfLoudness(one)], `Session 12 - ${at + 1}.wav`, { lastModified: 0 }),
      );
      return (await inspect(packRecordings(files))).contents;
    };
    const table = { players: 3, minutes: 12, seed: 5, noise: 20 };
    expect(await contents(simulatedTracks(table))).toMatchObject({ kind: 'tracks', isSure: true });
    const halves = [5, 6].map((seed) => simulatedMix({ ...table, seed }));
    expect(await contents(halves)).toMatchObject({ kind: 'parts', isSure: true });
  });

  it('names recordings of a recorder that died before the upload, and the server goes on without them', async () => {
    const died = new File([toneWav(60).subarray(0, 44)], '2-oskar.wav');
    const box = (kind: string) => [0, 0, 0, 16, ...new TextEncoder().encode(`${kind}M4A     `)];
    const unfinished = new File([Uint8Array.from([...box('ftyp'), ...box('mdat')])], '3-tilda.m4a');
    for (const alone of [died, unfinished])
      await expect(inspect(alone)).rejects.toMatchObject({ code: 'unsupportedAudio' });
    const packed = packRecordings([part('1-marla.wav', 60), died, unfinished]);
    const { contents, estimate } = await inspect(packed);
    expect(contents).toMatchObject({ names: ['marla'], broken: ['2-oskar.wav', '3-tilda.m4a'] });
    expect(estimate?.durationSeconds).toBe(60);
    const path = join(folder, 'died.zip');
    await writeFile(path, new Uint8Array(await packed.arrayBuffer()));
    const { recordings, broken } = await readArchive(path, {
      arrangement: 'tracks',
      without: contents?.broken ?? [],
    });
    expect([recordings.map(({ name }) => name), broken]).toEqual([['marla'], []]);
  });

  it('[D1] of parts have the sum as estimate', async () => {
    const { estimate, contents } = await inspect(
      packRecordings([part('part 1.wav', 60), part('part 2.wav', 120)]),
    );
    expect(estimate!.durationSeconds).toBeCloseTo(180, 1);
    expect(contents).toMatchObject({ kind: 'parts', isSure: true, names: ['part 1.wav', 'part 2.wav'] });
  });

  it('[D4] that are tracks with a list have its names, and the longest as estimate', async () => {
    const list = new File([trackList], 'info.txt');
    const { estimate, contents } = await inspect(
      packRecordings([part('2-b.wav', 30), list, part('1-a.wav', 90)]),
    );
    expect(estimate!.durationSeconds).toBeCloseTo(90, 1);
    expect(contents).toMatchObject({ kind: 'tracks', isSure: true, names: ['Mira', 'Jonas'] });
  });
});

describe('a zip that was chosen', () => {
  it('[D4] from Craig is recognized, compressed or not, with other files', async () => {
    const { contents, estimate } = await inspect(
      new File([new Uint8Array(await craigZip(folder))], 'craig.zip'),
    );
    expect(contents).toMatchObject({ kind: 'tracks', isSure: true, names: ['Mira', 'Jonas'] });
    expect(estimate!.durationSeconds).toBeCloseTo(trackOf(0).length / 16_000, 1);
  });

  it('has no estimate if a compressed recording does not contain its length', async () => {
    const packed = zipSync({ '1-a.wav': toneWav(60), '2-b.wav': toneWav(30) });
    expect(await inspect(new File([packed], 'a.zip'))).toMatchObject({
      estimate: null,
      contents: { kind: 'tracks', names: ['a', 'b'] },
    });
  });

  it('of a single recording is that recording', async () => {
    const { estimate, contents } = await inspect(
      new File([zipSync({ 'a.wav': toneWav(60) }, { level: 0 })], 'a.zip'),
    );
    expect([contents, Math.round(estimate!.durationSeconds)]).toEqual([null, 60]);
  });

  it.each([
    [zipSync({ 'a.txt': new Uint8Array(9) }), /no recording in this zip/],
    [zipSync({ 'a.wav': toneWav(1) }).slice(0, 500), /could not read this zip/],
  ])('that cannot be used is rejected before the upload', async (bytes, message) => {
    await expect(inspect(new File([bytes], 'evening.zip'))).rejects.toMatchObject({
      code: 'unsupportedAudio',
      message: expect.stringMatching(message),
    });
  });
});
