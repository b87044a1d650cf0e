import { readFile } from 'node:fs/promises';
import { type Zippable, zipSync } from 'fflate';
import { type Encoding, writeAudio } from './audio.ts';
import { encodeTones } from './tone-code.ts';

/** Who says what at which second of the evening, in tone code. */
export interface Turn {
  voice: number;
  atSeconds: number;
  text: string;
}

/** Two voices in turns; what the second says begins while the first still speaks. */
export const turns: readonly Turn[] = [
  { voice: 0, atSeconds: 0, text: 'Ash fell on the inn.' },
  { voice: 1, atSeconds: 14, text: 'Brin ran up the hill.' },
  { voice: 0, atSeconds: 40, text: 'A red glow, no moon.' },
];

/** Craig's list of tracks; its names differ from those of the files, and belong to them by number. */
export const trackList = [
  'Recording rqEv1',
  '',
  'Guild:\t\tThe Table (123456)',
  'Start time:\t2026-11-20T19:00:00.000Z',
  '',
  'Tracks:',
  '\tMira#0042 (100000000000000001)',
  '\tJonas (100000000000000002)',
  '',
  'Notes:',
  '\t0:00:10: dice',
].join('\r\n');

/** The track of a voice: its turns, and digital silence in between, as Discord sends it. */
export function trackOf(voice: number): Int16Array {
  const spoken = turns
    .filter((turn) => turn.voice === voice)
    .map(({ atSeconds, text }) => ({ at: atSeconds * 16_000, samples: encodeTones(text).samples }));
  const track = new Int16Array(Math.max(...spoken.map(({ at, samples }) => at + samples.length)));
  for (const { at, samples } of spoken) track.set(samples, at);
  return track;
}

/** A recording in tone code, as bytes. */
export async function toned(folder: string, text: string, encoding: Encoding): Promise<Uint8Array> {
  const name = text.replace(/\W+/g, '-');
  return readFile(await writeAudio(folder, name, encodeTones(text).samples, encoding));
}

/** The files of Craig's zip, with files in it that are no recordings. */
export async function craigFiles(folder: string, encoding: Encoding = 'flac'): Promise<Zippable> {
  const track = async (voice: number) =>
    new Uint8Array(await readFile(await writeAudio(folder, `track-${voice}`, trackOf(voice), encoding)));
  return {
    '2-the_second.flac': [await track(1), { level: 0 }],
    'raw.dat': new Uint8Array(2000),
    '1-the_first_0042.flac': await track(0),
    'info.txt': new TextEncoder().encode(trackList),
    '__MACOSX/._1-the_first_0042.flac': new Uint8Array([0, 5, 22, 7]),
  };
}

/** A zip as Craig makes it: a track each for two voices, and info.txt. */
export const craigZip = async (folder: string, encoding?: Encoding): Promise<Buffer> =>
  Buffer.from(zipSync(await craigFiles(folder, encoding)));
