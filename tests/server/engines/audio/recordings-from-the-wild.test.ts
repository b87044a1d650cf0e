/** @module-tag everything */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessKind, kindByTimes } from '#contract/recording-archives.ts';
import { decodeAudio } from '#server/engines/audio/ffmpeg.ts';
import { hearFile } from '#server/engines/audio/hear-recording.ts';
import { type MergedArchive, mergeArchive, writeHeard } from '#server/engines/audio/merge-archive.ts';
import { isZipFile } from '#server/engines/audio/unpack.ts';
import { encodeWav } from '#server/engines/audio/wav.ts';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { simulatedTracks, wavOfLoudness } from '#tests/support/simulated-table.ts';
import { decodeTones, encodeTones } from '#tests/support/tone-code.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures/recordings');
const options = { maxSeconds: 7200, maxBytes: 50 * 1024 ** 2, signal: new AbortController().signal };

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-wild-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(path: string): Promise<MergedArchive> {
  count += 1;
  const work = join(folder, `${count}.work`);
  await mkdir(work);
  if (await isZipFile(path)) return mergeArchive(path, work, options);
  return writeHeard(await hearFile(path, options), work, options.signal);
}

async function wordsOf(path: string, track: number) {
  const blocks: Int16Array[] = [];
  for await (const block of decodeAudio(path, { track })) blocks.push(block);
  const samples = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return decodeTones(samples);
}

async function heardIn({ path, tracks }: MergedArchive) {
  const heard = await Promise.all(
    Array.from({ length: Math.max(1, tracks.length) }, (_, track) => wordsOf(path, track)),
  );
  return heard.map((words) => ({
    text: words.map(({ text }) => text).join(' '),
    at: Math.round((words[0]?.startMs ?? -1) / 100) / 10,
  }));
}

const tracksOf = ({ tracks }: MergedArchive) => tracks.map(({ name }) => name);

describe('recordings as people bring them', () => {
  const marla = { text: 'Marla says the cellar is flooded.', at: 0.2 };

  it.each([
    ['k02-craig-three-streams.mkv', 64.6, ['marla', 'oskar', 'tilda'], [0.2, 30.2, 60.2]],
    ['k02-craig-three-streams.ogg', 7.6, ['Track 1', 'Track 2', 'Track 3'], [0.2, 0.2, 0.2]],
  ])('[D4] hears every audio stream of %s as a track in its place', async (name, seconds, names, starts) => {
    const read1 = await read(join(fixtures, name));
    expect(read1.durationSeconds).toBeCloseTo(seconds, 1);
    expect(tracksOf(read1)).toEqual(names);
    const heard = await heardIn(read1);
    expect(heard.map(({ text }) => text)).toEqual([
      marla.text,
      'Oskar draws his sword.',
      'Tilda casts light.',
    ]);
    for (const [index, { at }] of heard.entries()) expect(Math.abs(at - starts[index]!)).toBeLessThan(0.2);
  });

  it.each([
    ['k05-craig-tracks-and-the-mix.zip', 7.7, ['marla', 'oskar']],
    ['k05-handheld-recorder.zip', 7.7, ['ZOOM0001_Tr1', 'ZOOM0001_Tr2']],
    ['k05-one-file-a-person.zip', 7.7, ['Marla', 'Oskar', 'Tilda']],
    ['k17-aiff-tracks.zip', 5.64, ['marla', 'oskar']],
  ])('[D4] reads the recordings of %s as tracks of the same time', async (name, seconds, names) => {
    const archive = await read(join(fixtures, name));
    expect(archive.kind).toBe('multitrack');
    expect(Math.abs(archive.durationSeconds - seconds)).toBeLessThan(0.4);
    expect(tracksOf(archive)).toEqual(expect.arrayContaining(names));
    expect(tracksOf(archive).length).toBeLessThanOrEqual(3);
  });

  it('goes on without a track that it cannot read, names it and asks', async () => {
    const archive = await read(join(fixtures, 'k17-one-broken-track.zip'));
    expect(tracksOf(archive)).toEqual(['marla']);
    expect(Math.abs(archive.durationSeconds - 7.7)).toBeLessThan(0.4);
    expect(archive.account.leftOut).toEqual([
      { code: 'unreadableTrack', count: 1, sentence: '“oskar” is left out: we could not read it.' },
    ]);
    expect(archive.account.questions).toMatchObject([{ id: 'without', assumed: 'use' }]);
  });

  it('hears a track that starts late, by its container, in its place', async () => {
    const archive = await read(join(fixtures, 'k14-joins-after-30-seconds-m4a.zip'));
    expect(Math.abs(archive.durationSeconds - 35.4)).toBeLessThan(0.3);
    const [first, second] = await heardIn(archive);
    expect(first?.text).toBe(marla.text);
    expect(second?.text).toBe('Oskar draws his sword.');
    expect(Math.abs(second!.at - 30.2)).toBeLessThan(0.3);
  });

  it.each([
    ['k13-ogg-flac.oga', 5.64],
    ['k13-speex.spx', 5.64],
    ['k16-half-a-download.m4a', 3.8],
  ])('measures %s by what can be decoded', async (name, seconds) => {
    expect(Math.abs((await read(join(fixtures, name))).durationSeconds - seconds)).toBeLessThan(0.3);
  });

  it('tells that a file is shorter than it promises', async () => {
    const { account, durationSeconds } = await read(join(fixtures, 'k16-half-a-download.m4a'));
    expect(account.length).toMatchObject({ headerMs: 7690, usedMs: Math.round(durationSeconds * 1000) });
    expect(account.questions).toMatchObject([
      {
        id: 'shorter',
        sentence: 'This file says it is 0:00:08 long, but we can read only 0:00:04.',
        assumed: 'use',
      },
    ]);
  });

  it('keeps a voice that cancels itself out', async () => {
    const [heard] = await heardIn(await read(join(fixtures, 'k15-one-channel-inverted.flac')));
    expect(heard).toEqual(marla);
  });
});

describe('variations of our own', () => {
  const spoken = (text: string, options: { leadMs?: number } = {}) => encodeTones(text, options).samples;
  const wav = (name: string, text: string, options: { leadMs?: number } = {}) =>
    writeAudio(folder, name, spoken(text, options), 'wav');

  it('leaves out an empty first stream and the mix beside its parts', async () => {
    const [one, two] = [
      await wav('one', 'The bridge is out.'),
      await wav('two', 'We swim.', { leadMs: 9000 }),
    ];
    const path = join(folder, 'obs.mkv');
    await ffmpeg(
      ...['-f', 'lavfi', '-t', '14', '-i', 'anullsrc=r=48000:cl=stereo', '-i', one, '-i', two],
      ...['-filter_complex', '[1:a][2:a]amix=inputs=2:duration=longest,volume=2[mix]'],
      ...['-map', '0:a', '-map', '[mix]', '-map', '1:a', '-map', '2:a', '-c:a', 'aac'],
      ...['-metadata:s:a:2', 'title=Ines', '-metadata:s:a:3', 'title=Theo', path],
    );
    const file = await read(path);
    expect(tracksOf(file)).toEqual(['Ines', 'Theo']);
    expect(file.account.leftOut.map(({ code }) => code)).toEqual(['silentTrack', 'mixOfTracks']);
    expect((await heardIn(file)).map(({ text }) => text)).toEqual(['The bridge is out.', 'We swim.']);
  });

  it('keeps the only stream with sound as a recording of its own', async () => {
    const path = join(folder, 'empty-first.mkv');
    const silence = ['-f', 'lavfi', '-t', '2', '-i', 'anullsrc=r=48000:cl=stereo'];
    await ffmpeg(
      ...silence,
      '-i',
      await wav('after', 'Here we are.'),
      '-map',
      '0:a',
      '-map',
      '1:a',
      '-c:a',
      'flac',
      path,
    );
    const file = await read(path);
    expect([file.kind, file.tracks]).toEqual(['single', []]);
    expect((await heardIn(file))[0]?.text).toBe('Here we are.');
    expect(file.account.leftOut[0]?.sentence).toBe('“Track 1” is left out: it has no sound.');
  });

  it.each([
    ['the low-frequency channel alone', 'pan=5.1|LFE=c0'],
    ['one of eight channels', 'pan=7.1|BR=c0'],
    ['three channels of which one is upside down', 'pan=3.0|FL=c0|FR=-1*c0|FC=0*c0'],
    ['a stereo file with the voice to the right', 'pan=stereo|c1=c0'],
  ])('hears a voice in %s', async (_, filter) => {
    const path = join(folder, `${filter.replace(/\W+/g, '-')}.flac`);
    await ffmpeg('-i', await wav('alone', 'Who is there?'), '-af', filter, '-c:a', 'flac', path);
    expect((await heardIn(await read(path)))[0]?.text).toBe('Who is there?');
  });

  it('leaves an ordinary stereo recording as it is', async () => {
    const path = join(folder, 'ordinary.flac');
    await ffmpeg(
      '-i',
      await wav('alone', 'Who is there?'),
      '-af',
      'pan=stereo|c0=c0|c1=0.5*c0',
      '-c:a',
      'flac',
      path,
    );
    expect((await read(path)).path).toBe(path);
  });

  it('fills a gap in the middle with silence, and believes no clock that jumps back', async () => {
    const [first, second] = [await wav('first', 'Run.'), await wav('second', 'Now.')];
    const length = spoken('Run.').length / 16_000;
    const gap = join(folder, 'gap.mka');
    await ffmpeg('-i', first, '-c:a', 'flac', join(folder, 'gap-1.mka'));
    await ffmpeg('-i', second, '-c:a', 'flac', join(folder, 'gap-2.mka'));
    await writeFile(join(folder, 'gap.txt'), `file 'gap-1.mka'\nduration 20\nfile 'gap-2.mka'\n`);
    await ffmpeg('-f', 'concat', '-safe', '0', '-i', join(folder, 'gap.txt'), '-c', 'copy', gap);
    const read1 = await read(gap);
    const words = await wordsOf(read1.path, 0);
    expect(words.map(({ text }) => text)).toEqual(['Run.', 'Now.']);
    expect(Math.abs(words[1]!.startMs - 20_200)).toBeLessThan(200);
    expect(Math.abs(read1.durationSeconds - 20 - length)).toBeLessThan(0.5);

    const chained = join(folder, 'chained.ogg');
    const links = await Promise.all(
      [first, second].map(async (path, index) => {
        const link = join(folder, `link-${index}.ogg`);
        await ffmpeg('-i', path, '-c:a', 'libopus', '-b:a', '32k', '-serial_offset', String(index), link);
        return readFile(link);
      }),
    );
    await writeFile(chained, Buffer.concat(links));
    const both = await read(chained);
    expect((await wordsOf(both.path, 0)).map(({ text }) => text)).toEqual(['Run.', 'Now.']);
  });

  const packed = async (name: string, files: Record<string, string>) => {
    const entries: Record<string, Uint8Array> = {};
    for (const [entry, path] of Object.entries(files)) entries[entry] = new Uint8Array(await readFile(path));
    const path = join(folder, `${name}.zip`);
    await writeFile(path, zipSync(entries, { level: 0 }));
    return read(path);
  };

  it('[D4] knows people by what differs in the names of their files, and a meeting’s mix by its sound', async () => {
    const [one, two] = [
      await wav('one', 'The bridge is out.'),
      await wav('two', 'We swim.', { leadMs: 9000 }),
    ];
    const mix = join(folder, 'meeting-mix.wav');
    await ffmpeg(
      '-i',
      one,
      '-i',
      two,
      '-filter_complex',
      'amix=inputs=2:duration=longest:normalize=0',
      '-ac',
      '1',
      mix,
    );
    const zoom = await packed('zoom', {
      'Audio Record/audioMarlaQuint11234567.m4a': one,
      'Audio Record/audioOskar21234567.m4a': two,
      'audio1234567.m4a': mix,
    });
    expect([zoom.kind, tracksOf(zoom)]).toEqual(['multitrack', ['MarlaQuint', 'Oskar']]);
    expect(zoom.account.leftOut.map(({ code }) => code)).toEqual(['mixOfTracks']);
    const studio = await packed('studio', {
      'studio_marla_raw-audio_session_12_0001.wav': one,
      'studio_oskar_raw-audio_session_12_0001.wav': two,
    });
    expect([studio.kind, tracksOf(studio)]).toEqual(['multitrack', ['marla', 'oskar']]);
  });

  it.each([
    [['marla_dm-10-10-2024.mp3', 'oskar99-10-10-2024.mp3'], 'tracks', false],
    [['240510_0012S12.wav', '240510_0012S34.wav'], 'tracks', true],
    [['240510_1902.wav', '240510_2003.wav'], 'parts', true],
    [['before the break.wav', 'after the break.wav'], 'parts', false],
    [['Session 12 - 1.mp3', 'Session 12 - 2.mp3'], 'parts', true],
    [['New Recording 12.m4a', 'New Recording 13.m4a'], 'parts', true],
    [['evening.mp3', 'evening (1).mp3'], 'parts', true],
    [['ZOOM0001_Tr1.WAV', 'ZOOM0001_Tr2.WAV'], 'tracks', true],
  ] as const)('%j are %s; sure: %s', (names, kind, isSure) => {
    expect(guessKind(names, [])).toEqual({ kind, isSure });
  });

  const at = (hours: number, minutes: number) => Date.UTC(2026, 10, 20, hours, minutes);
  it.each([
    [
      'as long as each other',
      [
        [3600, null],
        [3601, null],
        [3599, null],
      ],
      'tracks',
    ],
    [
      'as long, and saved at the same time',
      [
        [3600, at(23, 0)],
        [3600, at(23, 0)],
      ],
      'tracks',
    ],
    [
      'a last one that is shorter',
      [
        [3600, null],
        [3600, null],
        [1900, null],
      ],
      null,
    ],
    [
      'one ends before the next begins',
      [
        [3600, at(20, 0)],
        [5400, at(21, 45)],
      ],
      'parts',
    ],
    [
      'equal parts, one after another',
      [
        [3600, at(20, 0)],
        [3600, at(21, 0)],
      ],
      'parts',
    ],
    [
      'copied at once',
      [
        [3600, at(23, 0)],
        [1800, at(23, 0)],
      ],
      null,
    ],
    [
      'days apart',
      [
        [3600, at(20, 0)],
        [1800, at(20, 0) + 86_400_000],
      ],
      null,
    ],
    [
      'one without a length',
      [
        [3600, at(20, 0)],
        [null, at(21, 0)],
      ],
      null,
    ],
  ] as [string, [number | null, number | null][], string | null][])(
    '[D4] lengths and dates: %s',
    (_, recordings, kind) => {
      expect(kindByTimes(recordings.map(([seconds, modifiedMs]) => ({ seconds, modifiedMs })))).toBe(kind);
    },
  );

  it('[D4] takes recordings for tracks that are as long as each other, whatever their names', async () => {
    const [one, two] = [await wav('long-1', 'We swim.'), await wav('long-2', 'We sink.')];
    const same = await packed('as-long', { 'New Recording 4.wav': one, 'take 2 (final).wav': two });
    expect([same.kind, same.tracks.length]).toEqual(['multitrack', 2]);
    const later = await wav('long-3', 'The bridge is out.');
    const other = await packed('other', { 'New Recording 4.wav': one, 'New Recording 5.wav': later });
    expect(other.kind).toBe('parts');
  });

  it('[D4] listens where the names say parts and the lengths say tracks', async () => {
    const files: Record<string, string> = {};
    for (const [at, loudness] of simulatedTracks({ players: 2, minutes: 12, seed: 5, noise: 20 }).entries()) {
      const path = join(folder, `heard-${at}.wav`);
      await writeFile(path, wavOfLoudness(loudness));
      files[`Session 12 - ${at + 1}.wav`] = path;
    }
    const { kind, tracks } = await packed('heard-tracks', files);
    expect([kind, tracks.length]).toEqual(['multitrack', 2]);
  });

  it('[D2] refuses by its header what is too long, or has a sample rate that no recorder writes', async () => {
    const flac = join(folder, 'says-days.flac');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=2', '-ar', '16000', '-ac', '1', flac);
    const bytes = await readFile(flac);
    // The count of samples is the low half of bytes 18 to 25.
    bytes.writeUInt32BE(3 * 3600 * 16_000, 22);
    await writeFile(flac, bytes);
    await expect(read(flac)).rejects.toMatchObject({ code: 'audioTooLong' });
    for (const [rate, code] of [
      [1, 'audioUnreadable'],
      [999, 'audioUnreadable'],
      [1_000, null],
      [768_001, 'audioUnreadable'],
    ] as const) {
      const wav = Buffer.from(encodeWav(new Int16Array(4_000)));
      wav.writeUInt32LE(rate, 24);
      wav.writeUInt32LE(2 * rate, 28);
      const path = join(folder, `rate-${rate}.wav`);
      await writeFile(path, wav);
      if (code === null) expect((await read(path)).durationSeconds).toBeCloseTo(4_000 / rate);
      else await expect(read(path)).rejects.toMatchObject({ code });
    }
  });

  it('tells of a WAV file that is shorter than its header says, and reads an MP3 behind zeros', async () => {
    const whole = await readFile(await wav('whole', 'We swim.', { leadMs: 9000 }));
    const half = join(folder, 'half.wav');
    await writeFile(half, whole.subarray(0, whole.length / 2));
    const { account } = await read(half);
    expect(account.questions).toMatchObject([{ id: 'shorter', assumed: 'use' }]);
    expect(account.length.usedMs).toBeLessThan((account.length.headerMs ?? 0) * 0.6);
    const mp3 = await readFile(await writeAudio(folder, 'padded', spoken('We swim.'), 'mp3-64k'));
    const padded = join(folder, 'padded.mp3');
    await writeFile(padded, Buffer.concat([Buffer.alloc(3000), mp3]));
    expect((await heardIn(await read(padded)))[0]?.text).toBe('We swim.');
  });
});
