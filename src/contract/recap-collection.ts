import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id } from './common.ts';
import { ModelShown } from './notes-engines.ts';
import { SessionParams } from './sessions.ts';

/** `anHour`: of each user. They cost no credits. `characters`: of a recap’s text. */
export const recapLimits = {
  style: 200,
  character: 200,
  anHour: 40,
  aSession: 40,
  characters: 8000,
} as const;

/** What the language model may read: all notes, or only what these readers may see. */
export const RecapReads = z.enum(['gm', 'players', 'public']);
export type RecapReads = z.infer<typeof RecapReads>;

/** `noRoom`: the notes have as many sections or characters as they may. */
export const RecapFailure = z.enum(['writerAway', 'unusable', 'otherLanguage', 'nothingToRead', 'noRoom']);
export type RecapFailure = z.infer<typeof RecapFailure>;

const RecapWish = z.object({
  style: z.string().trim().min(1).max(recapLimits.style),
  /** Whose evening it is; null: everyone’s. */
  character: z.string().trim().min(1).max(recapLimits.character).nullable(),
  reads: RecapReads,
});
export type RecapWish = z.infer<typeof RecapWish>;

/** Its text is a section of the session’s notes. */
export const Recap = RecapWish.extend({
  id: Id,
  sectionKey: z.string(),
  state: z.enum(['waiting', 'writing', 'done', 'failed']),
  failure: RecapFailure.nullable(),
  /** Whether the notes have its text. */
  isWritten: z.boolean(),
  /** The notes have changed since. */
  isStale: z.boolean(),
  isEdited: z.boolean(),
  /** Sections that were too long to be read. */
  unread: z.int().nonnegative(),
  /** Names, numbers and quotations in it that the notes don’t have. */
  doubts: z.array(z.string()),
});
export type Recap = z.infer<typeof Recap>;

export const RecapCollection = z.object({
  /** The language model that can write now; null: none can. */
  writer: ModelShown.nullable(),
  /** Those of the campaign. */
  styles: z.array(z.string()),
  /** The player characters of the session. */
  characters: z.array(z.string()),
  recaps: z.array(Recap),
});
export type RecapCollection = z.infer<typeof RecapCollection>;

const path = '/sessions/{sessionId}/recaps';

export const listRecaps = defineCall({
  method: 'GET',
  path,
  params: SessionParams,
  responses: { 200: RecapCollection },
  errors: ['notFound'],
  description: 'The recaps of a session by a language model, and those that are being written.',
});

export const askRecap = defineCall({
  method: 'POST',
  path,
  params: SessionParams,
  body: RecapWish,
  responses: { 202: RecapCollection },
  errors: ['notFound', 'conflict', 'tooManyRequests', 'quotaReached'],
  description:
    'Has a language model write a recap in this style, or write it again; its text becomes a section of the notes. Costs no credits.',
});

export const endRecap = defineCall({
  method: 'DELETE',
  path: `${path}/{recapId}`,
  params: SessionParams.extend({ recapId: Id }),
  responses: { 200: RecapCollection },
  errors: ['notFound'],
  description: 'Cancels a recap that is being written, or puts its failure away. A text that is there stays.',
});
