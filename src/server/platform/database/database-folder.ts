import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import { StartError } from '../start-error.ts';

const majorVersion = '18';
const needed = ['base', 'global/pg_control', 'pg_wal', 'pg_xact', 'postgresql.conf'];

export const databaseFolderOf = (dataFolder: string) => join(dataFolder, 'database');

export function isVacant(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && readdirSync(folder).length === 0);
}

export function damaged(folder: string, what: string): StartError {
  return new StartError(
    `The database in ${resolve(folder)} is damaged: ${what}. Move the data folder away, and restore a backup (npm run restore).`,
  );
}

/** PGlite ignores missing files, and overwrites a database without a version. @throws StartError */
export function checkDatabaseFolder(folder: string): void {
  const path = resolve(folder);
  if (!statSync(folder).isDirectory())
    throw new StartError(`${path} is a file, where the folder of the database should be. Move it away.`);
  try {
    for (const name of ['', 'PG_VERSION', 'global/pg_control'])
      if (existsSync(join(folder, name))) accessSync(join(folder, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The database in ${path} cannot be read and written (${String(recordOf(error).code)}). Give its files to the user that runs the server.`,
    );
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) throw damaged(folder, 'PG_VERSION is missing');
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion)
    throw new StartError(
      `The database in ${path} was created by PostgreSQL ${version.slice(0, 20)}, but this version of Hearthscribe needs ${majorVersion}. Start the version that created it, and move it here with npm run backup and npm run restore.`,
    );
  const missing = needed.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) throw damaged(folder, `${missing.join(', ')} missing`);
}

/** PGlite's file system throws no Error, only this number. */
const WASI_ENOSPC = 51;

export function openingProblem(folder: string, error: unknown, isNew = false): StartError {
  if (error instanceof StartError) return error;
  const said = messageOf(error).split('\n')[0] ?? '';
  const { code, errno, cause } = recordOf(error);
  const isDiskFull = (code ?? recordOf(cause).code) === 'ENOSPC' || errno === WASI_ENOSPC;
  if (isDiskFull || /no space left/i.test(said))
    return new StartError(
      `The disk of ${resolve(folder)} is full. Free some space, or set HEARTHSCRIBE_DATA to another disk.`,
    );
  return isNew
    ? new StartError(
        `The database ${resolve(folder)} cannot be made (${said}). Set HEARTHSCRIBE_DATA to a folder that can be written.`,
      )
    : damaged(folder, `it cannot be opened (${said})`);
}

/** @throws StartError if a table or index has lost its file */
export function checkRelationFiles(folder: string, relations: readonly Record<string, unknown>[]): void {
  const lost = relations.filter(({ path }) => path !== null && !existsSync(join(folder, String(path))));
  const [first] = lost;
  if (first !== undefined)
    throw damaged(
      folder,
      `${lost.length === 1 ? 'a file is' : `${lost.length} files are`} missing (${first.path})`,
    );
}
