import type { Room } from '#server/http/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import { backupRoute } from './backup-routes.ts';

export const createBackups = (deps: {
  database: Database;
  dataFolder: string;
  operatorKey: string | null;
}): Room => ({
  routes: (mount) => backupRoute(mount, deps),
});
