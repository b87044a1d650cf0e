import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Room } from '#server/http/room.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { voiceRoutes } from './voice-routes.ts';
import { createVoices, type SilenceJobData, silenceJob, silenceJobRetries } from './voices.ts';

export function createErasureRoom(
  deps: Pick<Shared, 'database' | 'store' | 'queue' | 'mail' | 'clock' | 'log'> & {
    files: AudioFiles;
    texts: readonly RoomTexts[];
  },
): Room {
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
