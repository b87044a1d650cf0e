import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
const needed = 4 * 1024 ** 3;
const prefix = 'hearthscribe-tests-';

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= needed;
}

/** Removes the folders of killed runs. */
function sweep(): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Puts the temporary files of a test run into memory if there is enough of it, because tests create and delete databases
 * of hundreds of files. Removes them at the end of the run.
 */
export default function useMemoryForTemporaryFiles(): void {
  if (tmpdir().startsWith(memory) || !hasRoom()) return;
  sweep();
  // Audio is reused by later runs.
  process.env.TEST_AUDIO_FOLDER ??= tmpdir();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // Programs that run as another user write here, too.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
