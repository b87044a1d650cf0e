import { type FileHandle, open } from 'node:fs/promises';
import { id3Bytes, mpegFrame, sniffBytes } from '#contract/audio-formats.ts';
import type { HeardRecording, Voice } from './hear-recording.ts';
import { isReadableAsItIs } from './merge-archive.ts';

/** A browser that counts differently would play another line than the one that was pressed. */
const TOLERATED_SECONDS = 0.25;
const PLACES = 200;
const MOST_ELEMENTS = 100_000;

/** Takes the bytes at an offset; fewer at the end of the file. */
type Read = (offset: number, length: number) => Promise<Buffer>;

/**
 * The type of a recording that browsers play and seek by themselves, with the same times as its transcript; null if its
 * copy has to be made first. The browser still decides whether it knows the type.
 */
export async function playableType(path: string, heard: HeardRecording): Promise<string | null> {
  const [voice] = heard.voices;
  if (voice === undefined || !isReadableAsItIs(heard) || heard.account.parts[0]?.found !== 1) return null;
  const { probed, listened } = voice;
  if (probed.hasVideo || Math.abs(probed.startSeconds) > TOLERATED_SECONDS) return null;
  if (listened.gapSeconds > TOLERATED_SECONDS) return null;
  const file = await open(path, 'r');
  try {
    return await typeOf(file, voice);
  } finally {
    await file.close();
  }
}

async function typeOf(file: FileHandle, { format, stream, probed, durationSeconds }: Voice) {
  const { size } = await file.stat();
  const read: Read = async (offset, length) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, (await file.read(bytes, 0, length, offset)).bytesRead);
  };
  const isAsLong = (seconds: number | null) =>
    seconds !== null && Math.abs(seconds - durationSeconds) <= TOLERATED_SECONDS;
  if (format === 'mp3') return isAsLong(await constantMp3Seconds(read, size)) ? 'audio/mpeg' : null;
  if (!isAsLong(probed.promisedSeconds)) return null;
  switch (format) {
    case 'wav':
      return /^pcm_(u8|s16le|s24le)$/.test(stream.codec) && (await read(0, 4)).toString('latin1') === 'RIFF'
        ? 'audio/wav; codecs=1'
        : null;
    case 'm4a':
    case 'mp4': {
      const type = aacTypes.get(stream.codec);
      return type !== undefined && (await hasWholeIndex(read, size)) ? type : null;
    }
    case 'ogg':
      return stream.codec === 'opus' && (await isOneOggStream(read, size)) ? 'audio/ogg; codecs=opus' : null;
    case 'webm':
      return stream.codec === 'opus' && (await hasCues(read, size)) ? 'audio/webm; codecs=opus' : null;
    default:
      return null;
  }
}

const aacTypes = new Map([
  ['aac (LC)', 'audio/mp4; codecs="mp4a.40.2"'],
  ['aac (HE-AAC)', 'audio/mp4; codecs="mp4a.40.5"'],
  ['aac (HE-AACv2)', 'audio/mp4; codecs="mp4a.40.29"'],
]);

/** By its bytes, as browsers seek in it. Null if frames differ: they would land minutes away in a long recording. */
async function constantMp3Seconds(read: Read, size: number): Promise<number | null> {
  const start = id3Bytes(await read(0, 10));
  const head = await read(start, sniffBytes);
  const first = mpegFrame(head, 0);
  if (first === null || head.subarray(0, first.bytes).includes('Xing')) return null;
  const frame = mpegFrame(head, first.bytes);
  if (frame === null) return null;
  const kind = head.subarray(first.bytes);
  const isAlike = (bytes: Buffer, at: number) =>
    bytes[at] === 0xff &&
    bytes[at + 1] === kind[1] &&
    ((bytes[at + 2] ?? 0) & 0xfc) === ((kind[2] ?? 0) & 0xfc);
  const needed = 2 * (frame.bytes + 1) + 4;
  for (let place = 1; place < PLACES; place += 1) {
    const bytes = await read(start + Math.floor(((size - start - needed) * place) / PLACES), needed);
    const found = Array.from(bytes.subarray(0, frame.bytes + 1).keys()).some(
      (at) => isAlike(bytes, at) && isAlike(bytes, at + (mpegFrame(bytes, at)?.bytes ?? 0)),
    );
    if (!found && bytes.length === needed) return null;
  }
  return ((size - start) / frame.averageBytes) * frame.seconds;
}

/** At its beginning or end. Fragments have no index of the whole. */
async function hasWholeIndex(read: Read, size: number): Promise<boolean> {
  let isIndexed = false;
  let at = 0;
  for (let seen = 0; at + 8 <= size; seen += 1) {
    const head = await read(at, 16);
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (type === 'moof' || length < 8 || seen > MOST_ELEMENTS) return false;
    isIndexed ||= type === 'moov';
    at += length;
  }
  return isIndexed && at === size;
}

/** A recorder that was restarted writes several, one after another; browsers take the first for the whole. */
async function isOneOggStream(read: Read, size: number): Promise<boolean> {
  const serialOf = (page: Buffer) => (page.length >= 18 ? page.readUInt32LE(14) : null);
  const tail = await read(Math.max(0, size - 65_536 - 307), 65_536 + 307);
  const last = tail.lastIndexOf('OggS');
  return last >= 0 && serialOf(await read(0, 18)) === serialOf(tail.subarray(last));
}

const SEGMENT = 0x18538067;
const CUES = 0x1c53bb6b;

/** Live recordings have none, and clusters of unknown length: browsers find no place in them. */
async function hasCues(read: Read, size: number): Promise<boolean> {
  for (let at = 0, seen = 0; at < size && seen < MOST_ELEMENTS; seen += 1) {
    const head = await read(at, 12);
    const id = variable(head, 0, 4);
    const length = id === null ? null : variable(head, id.bytes, 8);
    if (id === null || length === null) return false;
    if (id.raw === CUES) return true;
    const isUnknown = length.value === 2 ** (7 * length.bytes) - 1;
    at += id.bytes + length.bytes;
    if (id.raw === SEGMENT) continue;
    if (isUnknown) return false;
    at += length.value;
  }
  return false;
}

/** A number of EBML (RFC 8794): its first byte says how many bytes it has. */
function variable(bytes: Buffer, at: number, most: number) {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > most || at + length > bytes.length) return null;
  const raw = bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  return { bytes: length, raw, value: raw - 2 ** (7 * length) };
}
