import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { NameKind, nameLimits } from './names.ts';

export const correctionLimits = {
  /** Places that one preview shows, and one correction changes. */
  hits: 5000,
  /** Past corrections that are listed. */
  listed: 200,
} as const;

/**
 * How sure a hit is, the surest first: the same letters; plural, possessive or other case; sounds alike; is
 * spelt alike.
 */
export const Certainty = z.enum(['exact', 'inflected', 'phonetic', 'similar']);
export type Certainty = z.infer<typeof Certainty>;

export const CorrectionPlace = z.object({
  kind: z.enum(['transcript', 'notes', 'results', 'sessionTitle', 'campaign', 'glossary']),
  /** Null: the campaign as a whole. */
  session: z.object({ id: Id, title: z.string() }).nullable(),
  /** Where it is in there, such as the title of a section; empty for a title. */
  label: z.string(),
  /** Of a transcript with measured times. */
  startMs: z.int().nonnegative().nullable(),
});
export type CorrectionPlace = z.infer<typeof CorrectionPlace>;

/** A place where a wrong name stands. */
export const CorrectionHit = z.object({
  /** Names the place and its text: the hit of a text that has changed since has another. */
  id: z.string().min(1).max(200),
  certainty: Certainty,
  place: CorrectionPlace,
  before: z.string(),
  match: z.string(),
  after: z.string(),
  replacement: z.string(),
  /** How often it stands there: results are corrected as a whole. */
  count: z.int().positive(),
});
export type CorrectionHit = z.infer<typeof CorrectionHit>;

export const CorrectionPreview = z.object({
  hits: z.array(CorrectionHit),
  /** Hits beyond those that one preview shows. */
  more: z.int().nonnegative(),
  /** The kind of the right name, if the glossary has it. */
  knownKind: NameKind.nullable(),
});
export type CorrectionPreview = z.infer<typeof CorrectionPreview>;

export const Correction = z.object({
  id: Id,
  wrong: z.string(),
  right: z.string(),
  /** Made by an analysis, as the glossary says. */
  automatic: z.boolean(),
  /** Occurrences that were changed. */
  changed: z.int().nonnegative(),
  /** Sessions that these are in. */
  sessions: z.int().nonnegative(),
  /** Whether the glossary learned the mis-hearing. */
  remembered: z.boolean(),
  createdAt: Timestamp,
  undoneAt: Timestamp.nullable(),
  /** Places that an undo left as they were, because somebody changed them after the correction. */
  left: z.array(CorrectionPlace),
});
export type Correction = z.infer<typeof Correction>;

const Written = z.string().trim().min(1).max(nameLimits.term);

export const correctNames = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/corrections',
  auth: 'required',
  params: CampaignParams,
  body: z
    .object({
      wrong: Written,
      right: Written,
      /** Only show what would change. */
      dryRun: z.boolean(),
      /** The ids of the hits to correct. */
      chosen: z.array(z.string().min(1).max(200)).max(correctionLimits.hits).default([]),
      /** Whether the glossary learns the mis-hearing, so that the next transcripts come out right. */
      remember: z.boolean().default(true),
      /** The kind of a name that is new to the glossary. */
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
  auth: 'required',
  params: CampaignParams,
  responses: { 200: z.object({ corrections: z.array(Correction) }) },
  errors: ['notFound'],
  description: 'Past corrections of a campaign, the newest first.',
});

export const undoCorrection = defineCall({
  method: 'POST',
  path: '/corrections/{correctionId}/undo',
  auth: 'required',
  params: z.object({ correctionId: Id }),
  responses: { 200: Correction },
  errors: ['notFound', 'analysisRunning'],
  description: 'Puts every text back as it was. Leaves and names those that changed since.',
});
