import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams, IfMatch } from './campaigns.ts';
import { Revision, Timestamp } from './common.ts';
import { ThreadPlace, WorldSession } from './world.ts';

export const prepLimits = {
  own: 10_000,
  stopped: 4,
  said: 3,
  plan: 2,
  threads: 40,
  people: 5,
  names: 6,
  knows: 8,
} as const;

/** In the order of the sheet. */
export const PrepPart = z.enum(['stopped', 'thread', 'promise', 'said', 'plan', 'person', 'name', 'knows']);
export type PrepPart = z.infer<typeof PrepPart>;

export const PrepLine = z.object({
  part: PrepPart,
  /** Of the world index, or of a thread; the same on each reading. */
  key: z.string(),
  /** Who said it, who may come back, what to pronounce, who knows it. */
  name: z.string(),
  text: z.string(),
  /** What the game master noted; who was not there. */
  note: z.string(),
  /** Where it was said. */
  place: ThreadPlace.nullable(),
  /** Of threads and promises: the sessions since they were touched. */
  silentFor: z.int().nonnegative().nullable(),
});
export type PrepLine = z.infer<typeof PrepLine>;

export const PrepSheet = z.object({
  lines: z.array(PrepLine),
  /** In the order in which they were played. */
  sessions: z.array(WorldSession),
  /** The game master's own lines. */
  own: z.string(),
  revision: Revision,
  /** When the copy was made that is shown; null while the sheet updates itself. */
  pinnedAt: Timestamp.nullable(),
});
export type PrepSheet = z.infer<typeof PrepSheet>;

export const readPrep = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/prep',
  params: CampaignParams,
  responses: { 200: PrepSheet },
  errors: ['notFound'],
  description: 'What the game master needs for the next evening: as it is now, or as it was pinned.',
});

export const savePrep = defineCall({
  method: 'PUT',
  path: '/campaigns/{campaignId}/prep/own',
  params: CampaignParams,
  headers: IfMatch,
  body: z.object({ own: z.string().max(prepLimits.own) }),
  responses: { 200: z.object({ revision: Revision }) },
  errors: ['notFound', 'staleRevision', 'preconditionRequired'],
  description: 'Saves the game master’s own lines for the next evening.',
});

/** `now`: a copy of what it says now; `off`: it updates itself; `back`: the last copy again. */
export const PrepPin = z.enum(['now', 'off', 'back']);
export type PrepPin = z.infer<typeof PrepPin>;

export const pinPrep = defineCall({
  method: 'PUT',
  path: '/campaigns/{campaignId}/prep/pin',
  params: CampaignParams,
  body: z.object({ pin: PrepPin }),
  responses: { 200: PrepSheet },
  errors: ['notFound', 'conflict'],
  description: 'Keeps the sheet for the next evening as it is, or lets it update itself; 409 without a copy.',
});
