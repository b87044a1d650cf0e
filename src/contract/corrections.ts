import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { NameKind, nameLimits } from './names.ts';

export const correctionLimits = {
  hits: 5000,
  listed: 200,
} as const;

/** Most certain first: same letters; plural, possessive or other case; sounds alike; is spelled alike. */
export const Certainty = z.enum(['exact', 'inflected', 'phonetic', 'similar']);
export type Certainty = z.infer<typeof Certainty>;

export const CorrectionPlace = z.object({
  kind: z.enum(['transcript', 'notes', 'results', 'sessionTitle', 'campaign', 'glossary', 'prep']),
  session: z.object({ id: Id, title: z.string() }).nullable(),
  label: z.string(),
  startMs: z.int().nonnegative().nullable(),
});
export type CorrectionPlace = z.infer<typeof CorrectionPlace>;

export const CorrectionHit = z.object({
  /** Another text at the place gives another id. */
  id: z.string().min(1).max(200),
  certainty: Certainty,
  place: CorrectionPlace,
  before: z.string(),
  match: z.string(),
  after: z.string(),
  replacement: z.string(),
  count: z.int().positive(),
});
export type CorrectionHit = z.infer<typeof CorrectionHit>;

export const CorrectionPreview = z.object({
  hits: z.array(CorrectionHit),
  more: z.int().nonnegative(),
  /** Of the glossary. */
  knownKind: NameKind.nullable(),
  /** By its use in the texts, for a new name. */
  likelyKind: NameKind.nullable(),
});
export type CorrectionPreview = z.infer<typeof CorrectionPreview>;

export const Correction = z.object({
  id: Id,
  wrong: z.string(),
  right: z.string(),
  automatic: z.boolean(),
  changed: z.int().nonnegative(),
  sessions: z.int().nonnegative(),
  remembered: z.boolean(),
  createdAt: Timestamp,
  undoneAt: Timestamp.nullable(),
  /** Changed since the correction, so the undo left them. */
  left: z.array(CorrectionPlace),
});
export type Correction = z.infer<typeof Correction>;

const Written = z.string().trim().min(1).max(nameLimits.term);

export const correctNames = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/corrections',
  params: CampaignParams,
  body: z
    .object({
      wrong: Written,
      right: Written,
      dryRun: z.boolean(),
      chosen: z.array(z.string().min(1).max(200)).max(correctionLimits.hits).default([]),
      remember: z.boolean().default(true),
      kind: NameKind.default('other'),
    })
    .refine(({ wrong, right }) => wrong !== right, 'The right name must differ from the wrong one.'),
  responses: { 200: CorrectionPreview, 201: Correction },
  errors: ['notFound', 'correctionOutdated', 'analysisRunning', 'correctionUnfit', 'glossaryFull'],
  description: 'Finds a wrong name in all texts of a campaign, and corrects the chosen places.',
});

export const listCorrections = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/corrections',
  params: CampaignParams,
  responses: { 200: z.object({ corrections: z.array(Correction) }) },
  errors: ['notFound'],
  description: 'Past corrections of a campaign, the newest first.',
});

export const undoCorrection = defineCall({
  method: 'POST',
  path: '/corrections/{correctionId}/undo',
  params: z.object({ correctionId: Id }),
  responses: { 200: Correction },
  errors: ['notFound', 'analysisRunning'],
  description: 'Restores every text. Leaves and names those that changed since.',
});
