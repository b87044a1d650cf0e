import { z } from 'zod';
import { defineCall } from './call.ts';
import { DetailLevel, Id, Language, Revision, Timestamp } from './common.ts';

const Title = z.string().trim().min(1).max(200);
const ShortText = z.string().trim().max(200);

export const CampaignFields = z.object({
  title: Title,
  description: z.string().max(5000),
  system: ShortText,
  setting: ShortText,
  genre: ShortText,
  language: Language.nullable(),
  detailLevel: DetailLevel.nullable(),
  recapStyles: z.array(z.string().trim().min(1).max(200)).max(20),
  instructions: z.string().max(2000),
});
export type CampaignFields = z.infer<typeof CampaignFields>;

export const Campaign = CampaignFields.extend({
  id: Id,
  sessionCount: z.int().nonnegative(),
  lastPlayedAt: Timestamp.nullable(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Campaign = z.infer<typeof Campaign>;

export const Page = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const CampaignParams = z.object({ campaignId: Id });
export const IfMatch = z.object({
  'if-match': z.string().regex(/^"?\d{1,15}"?$/, 'If-Match needs the revision.'),
});

export const listCampaigns = defineCall({
  method: 'GET',
  path: '/campaigns',
  query: Page,
  responses: { 200: z.object({ campaigns: z.array(Campaign), nextCursor: z.string().nullable() }) },
  errors: [],
  description: 'The caller’s campaigns, last played first.',
});

export const createCampaign = defineCall({
  method: 'POST',
  path: '/campaigns',
  body: CampaignFields.partial().required({ title: true }),
  responses: { 201: Campaign },
  errors: ['quotaReached'],
  description: 'Makes a campaign.',
});

export const SampleCampaign = z.object({
  campaignId: Id,
  sessionId: Id.nullable(),
});
export type SampleCampaign = z.infer<typeof SampleCampaign>;

export const makeSampleCampaign = defineCall({
  method: 'POST',
  path: '/campaigns/sample',
  responses: { 201: SampleCampaign },
  errors: [],
  description:
    'Creates the caller’s sample campaign with a finished session, unless they have it. It costs nothing.',
});

export const readCampaign = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}',
  params: CampaignParams,
  responses: { 200: Campaign },
  errors: ['notFound'],
  description: 'One campaign.',
});

export const changeCampaign = defineCall({
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  params: CampaignParams,
  headers: IfMatch,
  body: CampaignFields.partial(),
  responses: { 200: Campaign },
  errors: ['notFound', 'staleRevision', 'preconditionRequired'],
  description: 'Changes the given fields (merge-patch) of the version named by If-Match.',
});

export const deleteCampaign = defineCall({
  method: 'DELETE',
  path: '/campaigns/{campaignId}',
  params: CampaignParams,
  responses: { 204: null },
  errors: ['notFound', 'analysisRunning'],
  description: 'Deletes a campaign with its sessions, audio, transcripts, analyses and notes.',
});
