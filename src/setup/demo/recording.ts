/** `npm run sample:recording`: speaks the sample session's transcript. Needs espeak-ng and ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { projectRoot } from '../generated-files.ts';

const voices: Readonly<Record<string, string>> = {
  Ines: 'en-gb+f3',
  Theo: 'en-us+m3',
  Jonas: 'en-gb-x-rp+m7',
  Priya: 'en-us+f2',
};

/** espeak-ng's: mono, 16 bits. */
const samplesPerSecond = 22_050;
const headerBytes = 44;

const usualSpeed = 165;
const slowest = 130;
const fastest = 300;

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-sample-'));
const wave = join(folder, 'line.wav');

function spoken(voice: string, speed: number, text: string): Int16Array {
  execFileSync('espeak-ng', ['-v', voice, '-s', String(Math.round(speed)), '-w', wave, '--', text]);
  const bytes = readFileSync(wave).subarray(headerBytes);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

try {
  const source = readFileSync(join(projectRoot, 'src/server/sample/session.vtt'));
  const { segments, speakers, durationMs } = await importTranscript(source, { fileName: 'session.vtt' });
  const labels = new Map(speakers.map(({ id, label }) => [id, label]));
  const sound = new Int16Array(Math.ceil((durationMs / 1000 + 1) * samplesPerSecond));
  for (const { startMs, endMs, speakerId, text } of segments) {
    const voice = voices[labels.get(speakerId ?? '') ?? ''] ?? 'en-gb';
    const words = text.replaceAll(/\([^)]*\)/g, '').trim();
    const room = ((endMs - startMs) / 1000) * samplesPerSecond;
    const usual = spoken(voice, usualSpeed, words);
    const speed = Math.min(fastest, Math.max(slowest, (usualSpeed * usual.length) / room));
    const line = spoken(voice, speed, words).subarray(0, Math.ceil(room));
    sound.set(line, Math.round((startMs / 1000) * samplesPerSecond));
  }
  const raw = join(folder, 'sound.raw');
  writeFileSync(raw, new Uint8Array(sound.buffer));
  const target = join(projectRoot, 'src/server/sample/recording.opus');
  const input = ['-f', 's16le', '-ar', String(samplesPerSecond), '-ac', '1', '-i', raw];
  const output = ['-c:a', 'libopus', '-b:a', '12k', '-application', 'voip', '-bitexact', target];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output]);
} finally {
  rmSync(folder, { recursive: true });
}
