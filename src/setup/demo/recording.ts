/**
 * `npm run sample:recording`: speaks the sample session's transcript, and makes what a player needs of it. Needs
 * espeak-ng and ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio, measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { measureSound } from '#server/engines/audio/playback.ts';
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

const sampleFile = (name: string) => join(projectRoot, 'src/server/sample', name);
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
  const samples = new Int16Array(Math.ceil((durationMs / 1000 + 1) * samplesPerSecond));
  for (const { startMs, endMs, speakerId, text } of segments) {
    const voice = voices[labels.get(speakerId ?? '') ?? ''] ?? 'en-gb';
    const words = text.replaceAll(/\([^)]*\)/g, '').trim();
    const room = ((endMs - startMs) / 1000) * samplesPerSecond;
    const usual = spoken(voice, usualSpeed, words);
    const speed = Math.min(fastest, Math.max(slowest, (usualSpeed * usual.length) / room));
    const line = spoken(voice, speed, words).subarray(0, Math.ceil(room));
    samples.set(line, Math.round((startMs / 1000) * samplesPerSecond));
  }
  const raw = join(folder, 'sound.raw');
  writeFileSync(raw, new Uint8Array(samples.buffer));
  const target = sampleFile('recording.opus');
  const input = ['-f', 's16le', '-ar', String(samplesPerSecond), '-ac', '1', '-i', raw];
  const output = ['-c:a', 'libopus', '-b:a', '12k', '-application', 'voip', '-bitexact', target];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output]);

  const { durationSeconds } = await measureAudio(target);
  const sound = await measureSound(decodeAudio(target), durationSeconds);
  writeFileSync(sampleFile('sound.json'), `${JSON.stringify(sound)}\n`);
  // A third of the usual bit rate: this voice has no more, and each new user gets a copy.
  const small = ['-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '24k', '-id3v2_version', '0'];
  const plain = ['-map_metadata', '-1', '-bitexact', sampleFile('playback.mp3')];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', target, ...small, ...plain]);
} finally {
  rmSync(folder, { recursive: true });
}
