import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPrograms } from '../../src/setup/server-build.ts';

const root = join(import.meta.dirname, '..', '..');

/** Programs that tests start as processes of their own, by name. */
export const programs = {
  /** What `npm start` runs. */
  main: 'src/server/main.ts',
  /** The same server with tokens for tests, that can kill itself. */
  dying: 'tests/support/dying-server-main.ts',
  notes: 'src/server/commands/notes.ts',
  announce: 'src/server/commands/announce.ts',
  backup: 'src/server/commands/backup.ts',
  restore: 'src/server/commands/restore.ts',
  reconcile: 'src/server/commands/reconcile.ts',
} as const;

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the packed programs: `<name>.js`. */
    packedPrograms: string;
  }
}

/** Compiles all programs. That what `npm start` runs works is what lifecycle.test.ts and tests in Chromium show. */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(root, 'node_modules', '.cache', 'hearthscribe-tests');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'programs-'));
  // Tests start them as another user, too.
  await chmod(folder, 0o755);
  await buildPrograms(folder, programs);
  project.provide('packedPrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
