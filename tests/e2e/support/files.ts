import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Encoding, writeAudio } from '#tests/support/audio.ts';
import { smallSession } from '#tests/support/small-session.ts';
import { encodeTones } from '#tests/support/tone-code.ts';

export interface FileContent {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function transcriptFile(): FileContent {
  const text = smallSession.map((turn) => `${turn.speaker}: ${turn.text}`).join('\n');
  return { name: 'evening.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
}

export async function recording(
  encoding: Encoding = 'mp3-64k',
  turns: readonly { text: string }[] = smallSession.slice(3, 6),
): Promise<string> {
  const spoken = turns.map((turn) => turn.text).join('\n');
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-recording-'));
  return writeAudio(folder, 'evening', encodeTones(spoken).samples, encoding);
}

export async function longRecording(name = 'long-evening'): Promise<string> {
  const samples = new Int16Array(16_000 * 600);
  let state = 1;
  for (let index = 0; index < samples.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    samples[index] = state >> 22;
  }
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-recording-'));
  return writeAudio(folder, name, samples, 'wav');
}
