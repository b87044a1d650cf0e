import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id } from './common.ts';

const mostAgreeing = 100;

export const VoiceMemoryChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agree'), personIds: z.array(Id).min(1).max(mostAgreeing) }),
  /** Null: all voices of the campaign. */
  z.object({ kind: z.literal('forget'), personId: Id.nullable() }),
]);
export type VoiceMemoryChange = z.infer<typeof VoiceMemoryChange>;

export const changeVoiceMemory = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/voice-memory',
  params: CampaignParams,
  body: z.object({ change: VoiceMemoryChange }),
  responses: { 204: null },
  errors: ['notFound', 'voicesNotRemembered'],
  description:
    'Records who agreed that the campaign remembers how they sound, or forgets one voice or all of them.',
});
