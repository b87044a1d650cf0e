import { randomBytes } from 'node:crypto';
import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { isDiskFull } from '../disk-full.ts';

const PIECE_BYTES = 1024 ** 2;
const MOST_BYTES = 16 * PIECE_BYTES;

/** A file that takes room on the disk until the database's log needs it: another program may fill the disk at any time. */
export type SpareRoom = ReturnType<typeof createSpareRoom>;

export function createSpareRoom(path: string) {
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    /** Takes one more piece, if it has not all. */
    take(): void {
      if (bytes >= MOST_BYTES) return;
      try {
        // Zeros would take no room on some file systems.
        appendFileSync(path, randomBytes(PIECE_BYTES), { mode: 0o600 });
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
      bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    },
    /** @returns false if there is none */
    give(): boolean {
      if (bytes === 0) return false;
      bytes = Math.max(0, bytes - PIECE_BYTES);
      truncateSync(path, bytes);
      return true;
    },
  };
}
