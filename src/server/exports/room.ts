import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import type { Room } from '#server/http/room.ts';
import type { Archived } from '#server/platform/archived.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { removeAbandonedStages } from './imports/import-stage.ts';
import { createNotesImports } from './imports/notes-imports.ts';
import { createNotesExports } from './notes-exports.ts';
import { notesExportRoutes } from './notes-routes.ts';
import { createNotesThreads, type NotesThreads } from './threads/notes-threads.ts';
import { createUserExport } from './user-export.ts';
import { userExportRoute } from './user-export-routes.ts';

const ABANDONED_MS = 3_600_000;

export function createExports({
  threads = createNotesThreads(),
  ...deps
}: Pick<Shared, 'database' | 'clock' | 'log'> & {
  threads?: NotesThreads | undefined;
  files: AudioFiles;
  archived: readonly Archived[];
  sessionWork: SessionWorkPort;
  most: number;
  publicUrl: string | null;
}) {
  const { database, clock } = deps;
  const exports = createNotesExports({ ...deps, threads });
  const imports = createNotesImports({ ...deps, threads });
  return {
    exports,
    routes(mount) {
      userExportRoute(mount, { ...deps, userExport: createUserExport(deps) });
      notesExportRoutes(mount, { exports, imports });
    },
    stop: () => threads.close(),
    chores: {
      async imports() {
        await imports.settleAll();
        await removeAbandonedStages(database.orm, new Date(clock.now().getTime() - ABANDONED_MS));
      },
    },
  } satisfies Room & { exports: unknown };
}
