import { statfsSync } from 'node:fs';
import { textLimits } from '#contract/text-limits.ts';

/**
 * The embedded database stops for good if its log cannot be written. Nothing that we write takes the last of the disk, so
 * that this does not happen; one statement writes far less.
 */
const RESERVE_BYTES = textLimits.diskReserveBytes.most;
/** For deletions, which make room and write little. */
const DELETION_BYTES = textLimits.deletionReserveBytes.most;

export type FreeBytes = (folder: string) => number;

export const freeBytesOf: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

const reads = /^\s*(?:select|show|listen|unlisten|begin|commit|rollback|set)\b/i;

/** Of the disk that holds a folder. @param spare takes room while there is enough */
export function createDiskReserve(
  folder: string,
  freeBytes: FreeBytes = freeBytesOf,
  spare: { take(): void } | null = null,
) {
  function refuseBelow(bytes: number): void {
    const free = freeBytes(folder);
    if (free > RESERVE_BYTES) spare?.take();
    if (free >= bytes) return;
    throw Object.assign(new Error('ENOSPC: no space left on device but the reserve'), { code: 'ENOSPC' });
  }
  return {
    /** @param more what will be written, if that is much @throws ENOSPC */
    check: (more = 0) => refuseBelow(RESERVE_BYTES + more),
    /** @throws ENOSPC */
    checkStatement(text: string): void {
      if (!reads.test(text)) refuseBelow(/^\s*delete\b/i.test(text) ? DELETION_BYTES : RESERVE_BYTES);
    },
  };
}
