import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPrograms } from '../../src/setup/server-build.ts';

const root = join(import.meta.dirname, '..', '..');

export const programs = {
  main: 'src/server/main.ts',
  dying: 'tests/support/dying-server-main.ts',
  notes: 'src/server/commands/notes.ts',
  announce: 'src/server/commands/announce.ts',
  backup: 'src/server/commands/backup.ts',
  restore: 'src/server/commands/restore.ts',
  reconcile: 'src/server/commands/reconcile.ts',
  move: 'src/server/commands/move.ts',
} as const;

declare module 'vitest' {
  interface ProvidedContext {
    packedPrograms: string;
  }
}

/** lifecycle.process.test.ts and the Chromium tests prove that the programs of `npm start` work. */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(root, 'node_modules', '.cache', 'hearthscribe-tests');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'programs-'));
  // Tests start the programs as another user, too.
  await chmod(folder, 0o755);
  await buildPrograms(folder, programs);
  project.provide('packedPrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
