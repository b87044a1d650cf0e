import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id } from './common.ts';
import { ModelShown } from './notes-engines.ts';
import { SessionParams } from './sessions.ts';

/** `anHour`: of each user. They cost no credits. */
export const instructionLimits = { characters: 1000, anHour: 20, changes: 200, fixes: 10 } as const;

/** `writerAway`: try again later. `unusable`: say it in other words. `noNotes`: the notes have no text. */
export const InstructionFailure = z.enum(['writerAway', 'unusable', 'noNotes']);
export type InstructionFailure = z.infer<typeof InstructionFailure>;

/** What the user wants changed in the notes of a session, and what a language model has made of it. */
export const Instruction = z.object({
  id: Id,
  text: z.string(),
  state: z.enum(['waiting', 'writing', 'done', 'failed']),
  progress: z.number().min(0).max(1),
  failure: InstructionFailure.nullable(),
  /** Changes that were put among the session’s suggestions. */
  proposed: z.int().nonnegative(),
  /** Those on which the game master has not decided. Optional, because older servers lack it. */
  waiting: z.int().nonnegative().optional(),
  /** What the model proposed for texts that are not in the notes word for word. */
  dropped: z.int().nonnegative(),
  /** Sections that were too long to be read. */
  unread: z.int().nonnegative(),
  /** Sentences whose pronouns may be somebody else’s, so that they stay as they are. */
  unclear: z.int().nonnegative().optional(),
  /** Names that are better corrected everywhere. */
  fixes: z.array(z.object({ wrong: z.string(), right: z.string() })).max(instructionLimits.fixes),
});
export type Instruction = z.infer<typeof Instruction>;

export const InstructionStatus = z.object({
  /** The language model that can write now; null: none can. */
  writer: ModelShown.nullable(),
  instruction: Instruction.nullable(),
});
export type InstructionStatus = z.infer<typeof InstructionStatus>;

const path = '/sessions/{sessionId}/instruction';

export const readInstruction = defineCall({
  method: 'GET',
  path,
  params: SessionParams,
  responses: { 200: InstructionStatus },
  errors: ['notFound'],
  description: 'What a language model was last asked to change in the notes of a session, and how far it is.',
});

export const giveInstruction = defineCall({
  method: 'POST',
  path,
  params: SessionParams,
  body: z.object({ text: z.string().trim().min(1).max(instructionLimits.characters) }),
  responses: { 202: InstructionStatus },
  errors: ['notFound', 'conflict', 'tooManyRequests'],
  description:
    'Has a language model propose changes to the notes, which then wait among the suggestions. Costs no credits.',
});

export const endInstruction = defineCall({
  method: 'DELETE',
  path,
  params: SessionParams,
  responses: { 200: InstructionStatus },
  errors: ['notFound'],
  description: 'Cancels an instruction, or puts it away. What it has proposed stays.',
});
