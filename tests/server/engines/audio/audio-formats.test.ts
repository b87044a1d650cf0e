import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AudioTooLong,
  AudioUnreadable,
  DecoderMissing,
  UnsupportedAudio,
} from '#server/engines/audio/errors.ts';
import { decodeAudio, measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { findFfmpeg } from '#server/engines/audio/find-ffmpeg.ts';
import { sniffAudio, sniffAudioFile } from '#server/engines/audio/sniff.ts';
import { encodeWav } from '#server/engines/audio/wav.ts';
import { type Encoding, ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { decodeWithSystem } from '#tests/support/system-decoder.ts';
import { encodeTones } from '#tests/support/tone-code.ts';

decodeWithSystem();

const SPOKEN = encodeTones('A short tale of tone and of thunder.');
const SECONDS = SPOKEN.samples.length / 16_000;
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-audio-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function decodedSamples(path: string, fromSeconds = 0): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for await (const part of decodeAudio(path, { fromSeconds })) parts.push(part);
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

const accepted: [Encoding, string, string][] = [
  ['mp3-64k', 'mp3', 'audio/mpeg'],
  ['mp3-vbr-bare', 'mp3', 'audio/mpeg'],
  ['m4a', 'm4a', 'audio/mp4'],
  ['mp4', 'mp4', 'video/mp4'],
  ['aac', 'aac', 'audio/aac'],
  ['wav', 'wav', 'audio/wav'],
  ['rf64', 'wav', 'audio/wav'],
  ['flac', 'flac', 'audio/flac'],
  ['ogg-vorbis', 'ogg', 'audio/ogg'],
  ['opus-24k', 'ogg', 'audio/ogg'],
  ['webm', 'webm', 'audio/webm'],
  ['webm-live', 'webm', 'audio/webm'],
  ['matroska', 'matroska', 'video/x-matroska'],
];

describe('accepted formats', () => {
  it.each(accepted)(
    '[R1.7] recognizes %s by its bytes and measures it by its samples',
    async (encoding, format, mimeType) => {
      const written = await writeAudio(folder, `accepted-${encoding}`, SPOKEN.samples, encoding);
      const path = await file('renamed.txt', await readFile(written));
      expect(sniffAudio((await readFile(path)).subarray(0, 1024))).toEqual({ format, mimeType });
      expect(await sniffAudioFile(path)).toEqual({ format, mimeType });
      const { durationSeconds } = await measureAudio(path);
      expect(Math.abs(durationSeconds - SECONDS)).toBeLessThan(0.15);
    },
  );

  it('[R1.7] accepts an MP3 with an ID3 tag, even if its cover picture fills the first kilobytes', async () => {
    const mp3 = await readFile(await writeAudio(folder, 'tagged', SPOKEN.samples, 'mp3-64k'));
    expect(mp3.subarray(0, 3).toString()).toBe('ID3');
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 2, 0, 0]);
    const path = await file('cover.mp3', Buffer.concat([tag, Buffer.alloc(2 * 16_384), mp3]));
    expect((await sniffAudioFile(path)).format).toBe('mp3');
    expect((await measureAudio(path)).durationSeconds).toBeGreaterThan(SECONDS - 0.2);
  });

  it('[R1.7] accepts an MP3 with junk before its first frame', async () => {
    const mp3 = await readFile(await writeAudio(folder, 'clean', SPOKEN.samples, 'mp3-vbr-bare'));
    const path = await file('junk.mp3', Buffer.concat([Buffer.alloc(700, 0x00), mp3]));
    expect((await sniffAudioFile(path)).format).toBe('mp3');
    expect(Math.abs((await measureAudio(path)).durationSeconds - SECONDS)).toBeLessThan(0.2);
  });
});

describe('rejected files', () => {
  it.each<[string, Uint8Array]>([
    ['an empty file', new Uint8Array(0)],
    ['HTML', bytes(`<!doctype html><html><body>${'Sign in to the network. '.repeat(100)}</body></html>`)],
    ['a zip archive', zipSync({ 'session.mp3': new Uint8Array(5000) })],
    ['a Windows program', Buffer.concat([bytes('MZ'), Buffer.alloc(4000, 0xff)])],
    ['a text', bytes('MATT: Welcome back. '.repeat(200))],
    ['a text in UTF-16', Buffer.from(`\ufeff${'MATT: Welcome back. '.repeat(200)}`, 'utf16le')],
    ['a playlist that points elsewhere', bytes('#EXTM3U\n#EXT-X-TARGETDURATION:10\nfile:///etc/passwd\n')],
    ['a picture', Buffer.concat([Buffer.from([0x89]), bytes('PNG\r\n'), Buffer.alloc(3000, 0xff)])],
    ['an AVI film', Buffer.concat([bytes('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(2000)])],
    [
      'a photo in an MP4 box',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), bytes('ftypheic'), Buffer.alloc(2000)]),
    ],
    ['nothing but 0xFF', Buffer.alloc(4096, 0xff)],
    [
      'noise',
      Uint8Array.from({ length: 16_384 }, (_, index) => (index * index * 31 + (index >> 3) * 7) & 0xff),
    ],
  ])('[R1.7] rejects %s named .mp3 by its bytes', async (_, content) => {
    const path = await file('pretender.mp3', content);
    await expect(sniffAudioFile(path)).rejects.toThrow(UnsupportedAudio);
    await expect(sniffAudioFile(path)).rejects.toMatchObject({ code: 'unsupportedAudio', retryable: false });
  });

  it.each<[string, Uint8Array]>([
    [
      'a tag without sound',
      Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0]), bytes('<html>')]),
    ],
    ['the first bytes of an Opus file', bytes('OggS\0\x02')],
    ['a WAV header alone', encodeWav(new Int16Array(0))],
  ])('rejects a file that begins like audio and contains none: %s', async (_, content) => {
    const path = await file('hollow', content);
    await expect(measureAudio(path)).rejects.toThrow(AudioUnreadable);
    await expect(measureAudio(path)).rejects.toMatchObject({
      code: 'audioUnreadable',
      message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
    });
  });

  it('rejects a film without an audio track', async () => {
    const path = join(folder, 'silent.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'color=size=32x32:duration=1', '-c:v', 'mpeg4', path);
    await expect(measureAudio(path)).rejects.toThrow(AudioUnreadable);
  });

  it('treats names that look like protocols or options as names', async () => {
    await expect(measureAudio('concat:a|b')).rejects.toThrow(AudioUnreadable);
    await expect(measureAudio('-version')).rejects.toThrow(AudioUnreadable);
  });
});

describe('files that reference other files', () => {
  const id3 = (content: string | Uint8Array, tagBytes = 0) => {
    const size = [21, 14, 7, 0].map((bits) => (tagBytes >> bits) & 0x7f);
    const tag = [...bytes('ID3'), 3, 0, 0, ...size, ...new Array(tagBytes).fill(0)];
    return Uint8Array.from([...tag, ...(typeof content === 'string' ? bytes(content) : content)]);
  };
  const concat = "ffconcat version 1.0\nfile 'secret.wav'\n";
  const playlist =
    '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nsecret.wav\n#EXT-X-ENDLIST\n';

  it.each([
    ['a concat script behind an ID3 tag', id3(concat)],
    ['a concat script behind an ID3 tag larger than what is sniffed', id3(concat, 20_000)],
    ['a concat script behind two ID3 tags', id3(id3(concat))],
    ['a playlist behind an ID3 tag', id3(playlist)],
    ['a playlist that names a file by its protocol', id3(playlist.replace('secret', 'file:secret'))],
    ['a master playlist', id3('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nsecret.wav\n')],
    [
      'a session description',
      id3('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'),
    ],
    ['a list of subtitles', id3('# VobSub index file, v7\nsize: 720x576\nlangidx: 0\n')],
  ])('never open them: %s', async (name, content) => {
    await writeAudio(folder, 'secret', SPOKEN.samples, 'wav');
    const path = await file(`evil ${name}`, content);
    await expect(measureAudio(path)).rejects.toThrow(AudioUnreadable);
    await expect(measureAudio(path, { ffmpegPath: findFfmpeg({ PATH: '' }) })).rejects.toThrow(
      AudioUnreadable,
    );
  });

  it.each([
    ['a concat script', concat],
    ['a playlist', playlist],
    ['a manifest', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>'],
  ])('are rejected: %s', async (name, content) => {
    const path = await file(`bare ${name}`, bytes(content));
    await expect(measureAudio(path)).rejects.toThrow(UnsupportedAudio);
  });

  it('never open them: an MP4 whose sound is in another file', async () => {
    const whole = await readFile(await writeAudio(folder, 'outside', SPOKEN.samples, 'm4a'));
    const evil = withReference(whole, 'outside.m4a');
    const mdat = evil.indexOf('mdat', 0, 'latin1');
    evil.fill(0, mdat + 4, mdat - 4 + evil.readUInt32BE(mdat - 4));
    const path = await file('reference.m4a', evil);
    const loudness = async (...allowed: string[]) => {
      const args = [...allowed, '-i', path, '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'];
      const sound = await ffmpeg(...args).catch(() => Buffer.alloc(0));
      return sound.reduce((most, value) => Math.max(most, value), 0);
    };
    expect(await loudness('-enable_drefs', '1')).toBeGreaterThan(100);
    const samples = await decodedSamples(path).catch(() => new Int16Array());
    expect(samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(10);
  });

  function withReference(source: Buffer, name: string): Buffer {
    const u32 = (value: number) => {
      const out = Buffer.alloc(4);
      out.writeUInt32BE(value);
      return out;
    };
    const u16 = (value: number) => u32(value).subarray(2);
    const box = (type: string, ...parts: Buffer[]) => {
      const content = Buffer.concat(parts);
      return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
    };
    const padded = Buffer.alloc(name.length + (name.length % 2));
    padded.write(name, 'latin1');
    // After QuickTime's alias record: volume, file name, levels up and down, then the path.
    const alias = box(
      'alis',
      Buffer.concat([Buffer.alloc(4 + 10 + 28 + 12 + 64 + 16), u16(1), u16(1), Buffer.alloc(16)]),
      u16(2),
      u16(name.length),
      padded,
      u16(0xffff),
      u16(0),
    );
    const inside = ['moov', 'trak', 'mdia', 'minf', 'dinf'];
    const rebuilt = (from: number, to: number): Buffer[] => {
      const parts: Buffer[] = [];
      for (let at = from; at < to; ) {
        const size = source.readUInt32BE(at);
        const type = source.toString('latin1', at + 4, at + 8);
        if (type === 'dref') parts.push(box('dref', u32(0), u32(1), alias));
        else if (inside.includes(type)) parts.push(box(type, ...rebuilt(at + 8, at + size)));
        else parts.push(source.subarray(at, at + size));
        at += size;
      }
      return parts;
    };
    return Buffer.concat(rebuilt(0, source.length));
  }

  it('[R1.7] recognizes FLAC and AAC after an ID3 tag with a large picture by their own bytes', async () => {
    for (const encoding of ['flac', 'aac'] as const) {
      const sound = await readFile(await writeAudio(folder, 'tagged', SPOKEN.samples, encoding));
      const path = await file(`tagged.${encoding}.bin`, id3(new Uint8Array(sound), 40_000));
      expect((await sniffAudioFile(path)).format).toBe(encoding);
      expect(Math.abs((await measureAudio(path)).durationSeconds - SECONDS)).toBeLessThan(0.15);
    }
  });
});

describe('misleading headers', () => {
  it.each<Encoding>(['mp3-64k', 'webm', 'wav'])(
    'measures a truncated %s at its real length',
    async (encoding) => {
      const whole = await readFile(await writeAudio(folder, `whole-${encoding}`, SPOKEN.samples, encoding));
      const path = await file(`half-${encoding}`, whole.subarray(0, whole.length / 2));
      const { durationSeconds } = await measureAudio(path);
      expect(durationSeconds).toBeGreaterThan(SECONDS * 0.3);
      expect(durationSeconds).toBeLessThan(SECONDS * 0.7);
    },
  );

  it('measures a WAV whose header claims 1 GB of sound as the one second it contains', async () => {
    const wav = encodeWav(new Int16Array(16_000));
    const view = new DataView(wav.buffer);
    view.setUint32(4, 2 ** 30, true);
    view.setUint32(40, 2 ** 30 - 36, true);
    expect(await measureAudio(await file('claims.wav', wav))).toEqual({ durationSeconds: 1 });
  });

  it('fails without allocating for a header that requests a table of 16 GB or 65,535 channels', async () => {
    const m4a = await readFile(await writeAudio(folder, 'table', SPOKEN.samples, 'm4a'));
    const table = Buffer.from(m4a);
    table.writeUInt32BE(0x3fff_ffff, table.indexOf('stsz') + 12);
    await expect(measureAudio(await file('table.m4a', table))).rejects.toThrow(AudioUnreadable);

    const wav = encodeWav(SPOKEN.samples);
    const view = new DataView(wav.buffer);
    view.setUint16(22, 0xffff, true);
    view.setUint32(24, 0xffff_ffff, true);
    await expect(measureAudio(await file('channels.wav', wav))).rejects.toThrow(AudioUnreadable);
  });

  it('stops at the limit for a small file that unpacks to more', async () => {
    const path = join(folder, 'long.flac');
    await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '600', path);
    let decoded = 0;
    const measuring = measureAudio(path, { maxSeconds: 60, progress: (seconds) => (decoded = seconds) });
    await expect(measuring).rejects.toThrow(AudioTooLong);
    expect(decoded).toBeLessThanOrEqual(60);
    await expect(measureAudio(path, { maxSeconds: 60 })).rejects.toMatchObject({
      code: 'audioTooLong',
      message: 'This recording is longer than the limit of 60 seconds.',
    });
  });
});

describe('decoding', () => {
  it.each<Encoding>(['mp3-vbr-bare', 'opus-24k'])(
    '[R1.7] starts in the middle of %s to the sample',
    async (encoding) => {
      const path = await writeAudio(folder, `seek-${encoding}`, SPOKEN.samples, encoding);
      const whole = await decodedSamples(path);
      const fromSecond = await decodedSamples(path, 1.5);
      expect(Buffer.from(fromSecond.buffer).equals(Buffer.from(whole.slice(24_000).buffer))).toBe(true);
      expect(await decodedSamples(path, 10_000)).toHaveLength(0);
    },
  );

  it('stops the decoder when the reader leaves or is aborted, or the decoder stalls', async () => {
    const path = await writeAudio(folder, 'abort', new Int16Array(60 * 16_000), 'wav');
    for await (const block of decodeAudio(path)) {
      expect(block.length).toBeGreaterThan(0);
      break;
    }
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of decodeAudio(path, { signal: controller.signal })) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await expect(decodeAudio(path, { signal: AbortSignal.abort() }).next()).rejects.toMatchObject({
      name: 'AbortError',
    });

    const sleeper = await file('sleeper', bytes('#!/bin/sh\nexec sleep 600\n'));
    await import('node:fs/promises').then(({ chmod }) => chmod(sleeper, 0o755));
    await expect(measureAudio(path, { ffmpegPath: sleeper, stallLimitMs: 50 })).rejects.toThrow(
      AudioUnreadable,
    );
  });

  it('finds ffmpeg by FFMPEG_PATH, then on the system, then in the package, and says what to set', () => {
    const system = findFfmpeg();
    expect(findFfmpeg({ FFMPEG_PATH: system, PATH: '' })).toBe(system);
    expect(findFfmpeg({ PATH: '/nowhere' })).toContain('@ffmpeg-installer');
    expect(() => findFfmpeg({ FFMPEG_PATH: '/nowhere/ffmpeg' })).toThrow(DecoderMissing);
    expect(() => findFfmpeg({ FFMPEG_PATH: folder })).toThrow('FFMPEG_PATH is');
  });

  it('the packaged ffmpeg decodes, too', async () => {
    const path = await writeAudio(folder, 'packaged', SPOKEN.samples, 'webm-live');
    const { durationSeconds } = await measureAudio(path, { ffmpegPath: findFfmpeg({ PATH: '' }) });
    expect(Math.abs(durationSeconds - SECONDS)).toBeLessThan(0.15);
  });
});
