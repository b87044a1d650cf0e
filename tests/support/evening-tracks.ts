import { readFile } from 'node:fs/promises';
import { type Zippable, zipSync } from 'fflate';
import { type Encoding, writeAudio } from './audio.ts';
import { encodeTones } from './tone-code.ts';

export interface Turn {
  voice: number;
  atSeconds: number;
  text: string;
}

export const turns: readonly Turn[] = [
  { voice: 0, atSeconds: 0, text: 'Ash fell on the inn.' },
  { voice: 1, atSeconds: 14, text: 'Brin ran up the hill.' },
  { voice: 0, atSeconds: 24, text: 'A red glow, no moon.' },
];

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

export function trackOf(voice: number): Int16Array {
  const spoken = turns
    .filter((turn) => turn.voice === voice)
    .map(({ atSeconds, text }) => ({ at: atSeconds * 16_000, samples: encodeTones(text).samples }));
  const track = new Int16Array(Math.max(...spoken.map(({ at, samples }) => at + samples.length)));
  for (const { at, samples } of spoken) track.set(samples, at);
  return track;
}

export async function toned(folder: string, text: string, encoding: Encoding): Promise<Uint8Array> {
  const name = text.replace(/\W+/g, '-');
  return readFile(await writeAudio(folder, name, encodeTones(text).samples, encoding));
}

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

export const craigZip = async (folder: string, encoding?: Encoding): Promise<Buffer> =>
  Buffer.from(zipSync(await craigFiles(folder, encoding)));

/** As Craig stores them, a FLAC file for each. */
export async function zipOfTracks(folder: string, tracks: readonly Int16Array[]): Promise<Buffer> {
  const files: Zippable = {};
  for (const [index, samples] of tracks.entries())
    files[`${index + 1}-player${index + 1}.flac`] = [
      new Uint8Array(await readFile(await writeAudio(folder, `open-${index}`, samples, 'flac'))),
      { level: 0 },
    ];
  return Buffer.from(zipSync(files));
}
