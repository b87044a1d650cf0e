import { unzipSync } from 'fflate';
import { Refusal } from '#server/platform/refusal.ts';
import type { TextFile } from '../text-files.ts';

const mostBytes = 64 * 1024 * 1024;
const mostFiles = 20_000;

/** @throws Refusal notesUnreadable, notesTooLarge */
export function unzipNotes(archive: Uint8Array): TextFile[] {
  let bytes = 0;
  let files = 0;
  try {
    const unpacked = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('.md')) return false;
        bytes += originalSize;
        files += 1;
        if (bytes > mostBytes || files > mostFiles) throw new Refusal('notesTooLarge');
        return true;
      },
    });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return Object.entries(unpacked).map(([name, content]) => ({ name, content: decoder.decode(content) }));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('notesUnreadable');
  }
}
