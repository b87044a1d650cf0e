/** @module-tag everything */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TipCommandName, tipCommands } from '#web/pages/tips/commands.ts';

let folder: string;

const run = (line: string): string =>
  execFileSync('sh', ['-c', `${line.replace(/^ffmpeg /, 'ffmpeg -nostdin -y ')} 2>&1`], {
    cwd: folder,
    encoding: 'utf8',
  });

function soundOf(name: string): { codec: string; channels: number; seconds: number; streams: number } {
  const { streams, format } = JSON.parse(
    run(`ffprobe -v error -of json -show_streams -show_entries format=duration ${name}`),
  ) as { streams: { codec_name: string; channels: number }[]; format: { duration: string } };
  return {
    codec: streams[0]?.codec_name ?? '',
    channels: streams[0]?.channels ?? 0,
    seconds: Number(format.duration),
    streams: streams.length,
  };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tips-commands-'));
  const tone = (seconds: number, pitch = 440) => `-f lavfi -i sine=frequency=${pitch}:duration=${seconds}`;
  const picture = (seconds: number) => `-f lavfi -i color=size=64x64:rate=5:duration=${seconds}`;
  for (const line of [
    `ffmpeg -v error ${tone(2)} -ac 2 recording.wav`,
    `ffmpeg -v error ${tone(2)} 1-mara.flac`,
    `ffmpeg -v error ${tone(3, 550)} 2-jonas.flac`,
    `ffmpeg -v error ${tone(1, 660)} 3-lin.flac`,
    `ffmpeg -v error ${tone(2)} -c:a libmp3lame part1.mp3`,
    `ffmpeg -v error ${tone(3)} -ac 2 -ar 48000 -c:a libmp3lame part2.mp3`,
    `ffmpeg -v error ${picture(4)} ${tone(4)} -c:v mpeg4 -c:a aac session.mp4`,
    `ffmpeg -v error ${picture(2)} ${tone(2)} -c:v libvpx -deadline realtime -c:a libopus session.webm`,
    `ffmpeg -v error ${picture(2)} ${tone(2)} ${tone(2, 660)} -map 0 -map 1 -map 2 -c:v mpeg4 -c:a aac -metadata:s:a:0 title=Table -metadata:s:a:1 title=Discord session.mkv`,
  ])
    run(line);
});

afterAll(() => rmSync(folder, { recursive: true }));

const mono = (seconds: number) => ({
  codec: 'mp3',
  channels: 1,
  seconds: expect.closeTo(seconds, 0),
  streams: 1,
});

describe('the commands of /tips-and-tricks', () => {
  it.each<[TipCommandName, string, object]>([
    ['shrink', 'session.mp3', mono(2)],
    ['mixTracks', 'session.mp3', mono(3)],
    ['joinParts', 'session.mp3', mono(5)],
    ['even', 'session.mp3', mono(2)],
    ['toMp3', 'session.mp3', mono(4)],
    ['mixVideoTracks', 'session.mp3', mono(2)],
    ['copyAudio', 'session.m4a', { codec: 'aac', channels: 1, seconds: expect.closeTo(4, 0), streams: 1 }],
    ['copyOpus', 'session.opus', { codec: 'opus', channels: 1, seconds: expect.closeTo(2, 0), streams: 1 }],
  ])('[R2.11] %s makes %s', (name, file, expected) => {
    rmSync(join(folder, file), { force: true });
    run(tipCommands[name].command);
    expect(soundOf(file)).toEqual(expected);
  });

  it('[R2.11] cut keeps what is between two times', () => {
    rmSync(join(folder, 'session.mp3'), { force: true });
    run(tipCommands.cut.command.replace('00:12:30', '00:00:01').replace('03:41:00', '00:00:03'));
    expect(soundOf('session.mp3')).toEqual(mono(2));
  });

  it('[R2.11] loudness prints both numbers that the page explains', () => {
    expect(run(tipCommands.loudness.command)).toMatch(/mean_volume: -[\d.]+ dB[\s\S]*max_volume: -[\d.]+ dB/);
  });

  it('[R2.11] listTracks names each audio track', () => {
    expect(run(tipCommands.listTracks.command).trim().split('\n')).toEqual([
      '1,aac,1,Table',
      '2,aac,1,Discord',
    ]);
  });

  it('[R2.11] every ffmpeg command on the page is run here', () => {
    const run = Object.entries(tipCommands).filter(([, { program }]) => program === 'ffmpeg');
    expect(run.map(([name]) => name).sort()).toEqual(
      [
        'shrink',
        'mixTracks',
        'joinParts',
        'even',
        'toMp3',
        'mixVideoTracks',
        'copyAudio',
        'copyOpus',
        'cut',
        'loudness',
        'listTracks',
      ].sort(),
    );
  });
});
