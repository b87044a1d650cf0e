import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { decodeAudio } from '#server/engines/audio/ffmpeg.ts';
import { findFfmpeg } from '#server/engines/audio/find-ffmpeg.ts';
import { tenMinuteMp3 } from '#tests/support/audio.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 5;
const SECONDS = 600;

export async function benchDecode(): Promise<Figure[]> {
  const path = await tenMinuteMp3();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => decodeBare(path)));
    ours.push(await timed(() => decodeOurs(path)));
  }
  const peer = 'ffmpeg -f null, same file';
  return [
    {
      name: 'Decode MP3: speed against the bare binary',
      value: median(bare) / median(ours),
      unit: '×',
      peer,
    },
    {
      name: 'Decode MP3: times as fast as it plays',
      value: (SECONDS * 1000) / median(ours),
      unit: '× real time',
      peer: 'playing it',
    },
  ];
}

async function decodeOurs(path: string): Promise<void> {
  for await (const block of decodeAudio(path)) if (block.length === 0) throw new Error('An empty block.');
}

async function decodeBare(path: string): Promise<void> {
  const conversion = ['-map', '0:a:0', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le'];
  const child = spawn(
    findFfmpeg(),
    ['-nostdin', '-v', 'error', '-i', path, ...conversion, '-f', 'null', '-'],
    {
      stdio: 'ignore',
    },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
