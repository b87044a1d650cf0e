import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import {
  type Arrangement,
  type RecordingArchive,
  readRecordingArchive,
  type SecondsOf,
  type SoundOf,
} from '#contract/recording-archives.ts';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import { isZip, type ZipEntry, ZipRefused } from '#contract/zip-directory.ts';
import { AudioUnreadable, UnsupportedAudio } from './errors.ts';

export async function isZipFile(path: string): Promise<boolean> {
  return withFile(path, async (file) => {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return isZip(buffer);
  });
}

/** @throws UnsupportedAudio with the reason for the user */
export async function readArchive(
  path: string,
  decided: Arrangement & { secondsOf?: SecondsOf; soundOf?: SoundOf } = {},
): Promise<RecordingArchive> {
  try {
    return await withFile(path, async (file) => {
      const { size: sizeBytes } = await file.stat();
      const source = {
        sizeBytes,
        read: async (offset: number, length: number) => {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
          return buffer.subarray(0, bytesRead);
        },
        text: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
      };
      return readRecordingArchive(source, (entry, mostBytes) => beginningOf(path, entry, mostBytes), decided);
    });
  } catch (error) {
    throw error instanceof ZipRefused ? new UnsupportedAudio(error.message) : error;
  }
}

async function beginningOf(path: string, entry: ZipEntry, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked(path, entry)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= mostBytes) break;
    }
  } catch (error) {
    if (!(error instanceof AudioUnreadable)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

/** @throws AudioUnreadable if the file is damaged or has another size than announced */
export async function unpackTo(
  target: string,
  path: string,
  entry: ZipEntry,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(unpacked(path, entry), createWriteStream(target, { mode: 0o600 }), { signal });
}

/** Stops at the announced size, because limits were checked against it. */
async function* unpacked(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.storedBytes === 0) return;
  const stored = createReadStream(path, { start: entry.offset, end: entry.offset + entry.storedBytes - 1 });
  const inflated = entry.method === 'stored' ? stored : stored.pipe(createInflateRaw());
  stored.on('error', (error) => inflated.destroy(error));
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Uint8Array> = inflated;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > entry.sizeBytes) throw new AudioUnreadable(`"${entry.name}" is larger than announced.`);
      yield chunk;
    }
  } catch (error) {
    const isOfInflating = String(recordOf(error).code).startsWith('Z_');
    throw isOfInflating ? new AudioUnreadable(`"${entry.name}" is damaged: ${messageOf(error)}`) : error;
  } finally {
    stored.destroy();
    inflated.destroy();
  }
  if (bytes < entry.sizeBytes) throw new AudioUnreadable(`"${entry.name}" is smaller than announced.`);
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
