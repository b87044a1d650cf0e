import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { voiceRoutes } from './voice-routes.ts';
import { createVoices, type SilenceJobData, silenceJob, silenceJobRetries } from './voices.ts';

export function createErasureRoom(deps: {
  database: Database;
  store: FileStore;
  files: AudioFiles;
  texts: readonly RoomTexts[];
  queue: JobQueue;
  mail: MailPort;
  clock: Clock;
  log: Logger;
}): Room {
  const voices = createVoices(deps);
  deps.queue.work<SilenceJobData>(silenceJob, waitForFiles(deps.store, deps.log, voices.work), {
    concurrency: 1,
    retryLimit: silenceJobRetries,
  });
  return {
    routes: (mount) => voiceRoutes(mount, { voices }),
    chores: { 'erased voices': voices.resume },
  };
}
