import { createThreads } from '#server/engines/threads/threads.ts';
import type { Config } from '#server/platform/config.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { limitText } from '#server/platform/quotas.ts';
import { noTelemetry } from '#server/platform/telemetry.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { shownModels } from '#server/status/notes-engine-routes.ts';
import type { ServerDependencies } from './dependencies.ts';

/** What many rooms get. */
export async function openShared(deps: ServerDependencies) {
  const { config, database, clock, log, secrets, telemetry = noTelemetry, operatorKey = null } = deps;
  await limitText(database.orm, config.quotas);
  return {
    database,
    queue: createJobQueue(database, { log, telemetry }),
    store: deps.store ?? openDiskFiles(config.dataFolder, audioFolders),
    threads: deps.threads ?? createThreads(threadsFor(config)),
    secrets,
    clock,
    log,
    telemetry,
    operatorKey,
    mail: deps.mail.port,
  };
}

/** One more than `workers`, for a user whose analyses don't run. */
export const threadsFor = ({ workers }: Pick<Config, 'workers'>) => ({ analysesAtOnce: workers + 1 });

/** What writes the notes, and what users may read of it. */
export function writersOf({ config, writers }: ServerDependencies) {
  const isPrivate = config.role === 'all' && isForThisMachine(config);
  const all = { settings: { url: null, model: null }, here: null, ...writers, isPrivate };
  return { isPrivate, writers: all, shown: shownModels(all, config.speech) };
}
