import { makeSampleCampaign } from '#contract/campaigns.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { createSampleCampaigns } from './sample-campaigns.ts';
import { sampleSoundRoute } from './sample-sound.ts';

export const createSample = (deps: {
  database: Database;
  files: AudioFiles;
  notes: NotesService;
  clock: Clock;
}): Room => ({
  routes(mount, app) {
    const samples = createSampleCampaigns(deps);
    mount(makeSampleCampaign, ({ user }) => samples.make(user.userId));
    sampleSoundRoute(app);
  },
});
