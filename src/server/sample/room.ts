import { makeSampleCampaign } from '#contract/campaigns.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import type { Room } from '#server/http/room.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { createSampleCampaigns } from './sample-campaigns.ts';
import { sampleSoundRoute } from './sample-sound.ts';

export const createSample = (
  deps: Pick<Shared, 'database' | 'clock'> & { files: AudioFiles; notes: NotesService },
): Room => ({
  routes(mount, app) {
    const samples = createSampleCampaigns(deps);
    mount(makeSampleCampaign, ({ user }) => samples.make(user.userId));
    sampleSoundRoute(app);
  },
});
