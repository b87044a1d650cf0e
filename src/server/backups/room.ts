import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#contract/backups.ts';
import type { Room } from '#server/http/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { workFolderOf, workName } from '#server/platform/files/work-folder.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

export const createBackups = (deps: {
  database: Pick<Database, 'copyFolder'>;
  dataFolder: string;
}): Room => ({
  routes: (mount) =>
    mount(copyDatabase, async () => {
      if (deps.database.copyFolder === null) throw new Refusal('notFound');
      const folder = workName(newId());
      const path = join(workFolderOf(deps.dataFolder), folder);
      await mkdir(path, { recursive: true, mode: 0o700 });
      try {
        await deps.database.copyFolder(databaseFolderOf(path));
      } catch (error) {
        await rm(path, { recursive: true, force: true });
        throw error;
      }
      return { folder };
    }),
});
