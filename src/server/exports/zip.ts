import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

/** A stream has exactly `size` bytes and is not compressed. */
export type ZipEntry = { name: string; modified: Date } & (
  | { content: string }
  | { pieces: AsyncIterable<string> }
  | { size: number; stream: AsyncIterable<Uint8Array> }
);

const deflate = promisify(deflateRaw);

/** Mark values that are in the Zip64 fields. */
const longest = 0xffff_ffff;
const mostEntries = 0xffff;
/** For a stream, size and checksum follow it. */
const utf8Names = 0x0800;
const sumsBehind = 0x0008;

/** MS-DOS: in steps of two seconds, from 1980, without a zone (here: UTC). */
function dosTime(moment: Date): { time: number; date: number } {
  const year = Math.min(2107, Math.max(1980, moment.getUTCFullYear()));
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}

/** Little-endian. */
function record(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

interface Listed {
  name: Buffer;
  version: number;
  flags: number;
  method: 0 | 8;
  modified: Date;
  sum: number;
  packed: number;
  size: number;
  offset: number;
  isLong: boolean;
}

/** Adds what it reads to the entry. */
async function* packedPieces(pieces: AsyncIterable<string>, listed: Listed): AsyncGenerator<Uint8Array> {
  async function* measured() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      listed.sum = crc32(bytes, listed.sum);
      listed.size += bytes.byteLength;
      yield bytes;
    }
  }
  const packing = createDeflateRaw();
  const done = pipeline(measured, packing);
  // `packing` fails as well.
  done.catch(() => undefined);
  for await (const bytes of packing) {
    listed.packed += bytes.byteLength;
    yield bytes;
  }
  await done;
}

function localHeader(entry: Listed, isStream: boolean): Buffer {
  const { time, date } = dosTime(entry.modified);
  const { isLong } = entry;
  const extra = isLong ? record([2, 1], [2, 16], [8, entry.size], [8, entry.packed]) : Buffer.alloc(0);
  return Buffer.concat([
    record(
      [4, 0x0403_4b50],
      [2, entry.version],
      [2, entry.flags],
      [2, entry.method],
      [2, time],
      [2, date],
      [4, isStream ? 0 : entry.sum],
      [4, isLong ? longest : entry.packed],
      [4, isLong ? longest : entry.size],
      [2, entry.name.length],
      [2, extra.length],
    ),
    entry.name,
    extra,
  ]);
}

function directoryEntry(entry: Listed, zip64From: number): Buffer {
  const { time, date } = dosTime(entry.modified);
  const isLong = entry.isLong || entry.offset >= zip64From;
  const extra = isLong
    ? record([2, 1], [2, 24], [8, entry.size], [8, entry.packed], [8, entry.offset])
    : Buffer.alloc(0);
  return Buffer.concat([
    record(
      [4, 0x0201_4b50],
      [2, entry.version],
      [2, entry.version],
      [2, entry.flags],
      [2, entry.method],
      [2, time],
      [2, date],
      [4, entry.sum],
      [4, isLong ? longest : entry.packed],
      [4, isLong ? longest : entry.size],
      [2, entry.name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, isLong ? longest : entry.offset],
    ),
    entry.name,
    extra,
  ]);
}

function endOf(count: number, size: number, offset: number, zip64From: number): Buffer {
  const isLong = count >= mostEntries || size >= zip64From || offset >= zip64From;
  const long = isLong
    ? Buffer.concat([
        record(
          [4, 0x0606_4b50],
          [8, 44],
          [2, 45],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, size],
          [8, offset],
        ),
        record([4, 0x0706_4b50], [4, 0], [8, offset + size], [4, 1]),
      ])
    : Buffer.alloc(0);
  const short = (value: number, most: number) => (isLong ? most : value);
  return Buffer.concat([
    long,
    record(
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, short(count, mostEntries)],
      [2, short(count, mostEntries)],
      [4, short(size, longest)],
      [4, short(offset, longest)],
      [2, 0],
    ),
  ]);
}

/** Generated while it is read. Zip64 from `zip64From`. Fails if a stream has another size than declared. */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  { zip64From = longest } = {},
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const isStream = 'stream' in entry;
    const hasSumsBehind = isStream || 'pieces' in entry;
    const text = 'content' in entry ? Buffer.from(entry.content) : null;
    const packed = text === null ? null : await deflate(text);
    const size = isStream ? entry.size : (text?.byteLength ?? 0);
    const isLong = size >= zip64From;
    const listed: Listed = {
      name: Buffer.from(entry.name),
      version: isLong ? 45 : 20,
      flags: utf8Names | (hasSumsBehind ? sumsBehind : 0),
      method: isStream ? 0 : 8,
      modified: entry.modified,
      sum: text === null ? 0 : crc32(text),
      packed: packed?.byteLength ?? size,
      size,
      offset,
      isLong,
    };
    const header = localHeader(listed, hasSumsBehind);
    yield header;
    offset += header.byteLength + listed.packed;
    if (packed !== null) yield packed;
    if ('pieces' in entry) {
      yield* packedPieces(entry.pieces, listed);
      const sums = record([4, 0x0807_4b50], [4, listed.sum], [4, listed.packed], [4, listed.size]);
      yield sums;
      offset += listed.packed + sums.byteLength;
    }
    if (isStream) {
      let seen = 0;
      for await (const piece of entry.stream) {
        seen += piece.byteLength;
        listed.sum = crc32(piece, listed.sum);
        yield piece;
      }
      if (seen !== size) throw new Error(`${entry.name} has ${seen} bytes, not ${size}.`);
      const bytes = isLong ? 8 : 4;
      const sums = record([4, 0x0807_4b50], [4, listed.sum], [bytes, size], [bytes, size]);
      yield sums;
      offset += sums.byteLength;
    }
    directory.push(directoryEntry(listed, zip64From));
  }
  const end = Buffer.concat(directory);
  yield end;
  yield endOf(directory.length, end.byteLength, offset, zip64From);
}
