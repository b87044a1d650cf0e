import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams, IfMatch, Page } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { normalized } from './normalized.ts';

export const nameLimits = {
  term: 120,
  forms: 50,
  note: 2000,
  names: 2000,
  list: 100_000,
} as const;

export const NameKind = z.enum(['pc', 'npc', 'location', 'faction', 'item', 'deity', 'rule', 'other']);
export type NameKind = z.infer<typeof NameKind>;

/** Direction marks that were pasted along are no letters of a name. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const Term = z
  .string()
  .overwrite((text) => normalized(text).replace(DIRECTION_MARKS, ''))
  .trim()
  .min(1)
  .max(nameLimits.term);
const Forms = z.array(Term).max(nameLimits.forms);

export const NameFields = z.object({
  term: Term,
  kind: NameKind,
  aliases: Forms,
  heardAs: Forms,
  note: z.string().max(nameLimits.note),
  locked: z.boolean(),
});
export type NameFields = z.infer<typeof NameFields>;

export const Name = NameFields.extend({
  id: Id,
  source: z.enum(['user', 'correction', 'import']),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Name = z.infer<typeof Name>;

const NameParams = z.object({ nameId: Id });

export const listNames = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/names',
  params: CampaignParams,
  query: Page,
  responses: { 200: z.object({ names: z.array(Name), nextCursor: z.string().nullable() }) },
  errors: ['notFound'],
  description: 'The names in a campaign’s glossary, in alphabetical order.',
});

export const createName = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/names',
  params: CampaignParams,
  body: NameFields.partial().required({ term: true }),
  responses: { 201: Name },
  errors: ['notFound', 'nameExists', 'glossaryFull'],
  description: 'Adds a name to a campaign’s glossary.',
});

export const importNames = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/names/import',
  params: CampaignParams,
  body: z.object({
    /** Per line: a name, optionally (kind), "=" aliases, ":" note. */
    list: z.string().trim().min(1).max(nameLimits.list),
  }),
  responses: {
    200: z.object({
      added: z.array(Name),
      skipped: z.array(z.object({ line: z.string(), reason: z.enum(['known', 'tooLong']) })),
    }),
  },
  errors: ['notFound', 'glossaryFull'],
  description: 'Adds the names of a pasted list to a campaign’s glossary.',
});

export const changeName = defineCall({
  method: 'PATCH',
  path: '/names/{nameId}',
  params: NameParams,
  headers: IfMatch,
  body: NameFields.partial(),
  responses: { 200: Name },
  errors: ['notFound', 'nameExists', 'staleRevision', 'preconditionRequired'],
  description: 'Changes the given fields (merge-patch) of the version named by If-Match.',
});

export const deleteName = defineCall({
  method: 'DELETE',
  path: '/names/{nameId}',
  params: NameParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Deletes a name from the glossary. Texts stay as they are.',
});
