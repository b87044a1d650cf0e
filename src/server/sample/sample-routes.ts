import { makeSampleCampaign } from '#contract/campaigns.ts';
import type { Mount } from '#server/http/mount.ts';
import type { SampleCampaigns } from './sample-campaigns.ts';

export function sampleRoutes(mount: Mount, samples: SampleCampaigns): void {
  mount(makeSampleCampaign, ({ user }) => samples.make(user.userId));
}
