import type { TestProject } from 'vitest/node';
import { pack } from './pack-threads.ts';

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
  const { folder, remove } = await pack(project, programs);
  project.provide('packedPrograms', folder);
  return remove;
}
