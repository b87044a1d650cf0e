import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { textLimits } from '#contract/text-limits.ts';
import { readZipDirectory, type ZipEntry, ZipRefused } from '#contract/zip-directory.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { TextFile } from '#server/platform/text-files.ts';
import { beyondLimit, refuseBeyond } from '#server/platform/text-limits.ts';

const inflate = promisify(inflateRaw);

/** Counts what is really in the zip, whatever it states. @throws Refusal notesUnreadable, notesTooLarge */
export async function unzipNotes(archive: Uint8Array): Promise<TextFile[]> {
  const files: TextFile[] = [];
  let bytes = 0;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (const entry of await notesIn(archive)) {
      const content = await contentOf(archive, entry);
      bytes += content.byteLength;
      refuseBeyond('zipBytes', bytes);
      files.push({ name: entry.name, content: decoder.decode(content) });
    }
    return files;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('notesUnreadable');
  }
}

async function notesIn(archive: Uint8Array): Promise<ZipEntry[]> {
  const source = {
    sizeBytes: archive.byteLength,
    read: async (offset: number, length: number) => archive.subarray(offset, offset + length),
    text: (name: Uint8Array) => new TextDecoder().decode(name),
  };
  try {
    const entries = await readZipDirectory(source, { mostEntries: 0xffff });
    refuseBeyond('zipEntries', entries.length);
    return entries.filter(({ name }) => name.endsWith('.md'));
  } catch (error) {
    if (error instanceof ZipRefused) throw new Refusal('notesUnreadable');
    throw error;
  }
}

async function contentOf(archive: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const packed = archive.subarray(entry.offset, entry.offset + entry.storedBytes);
  refuseBeyond('zipNoteBytes', entry.sizeBytes);
  if (entry.method === 'stored') return packed;
  try {
    return await inflate(packed, { maxOutputLength: textLimits.zipNoteBytes.most });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? beyondLimit('zipNoteBytes') : error;
  }
}
