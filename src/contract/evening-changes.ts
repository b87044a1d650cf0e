import { z } from 'zod';
import { Analysis, AnalysisParams } from './analyses.ts';
import { defineCall } from './call.ts';
import { IfMatch } from './campaigns.ts';
import { Id } from './common.ts';
import { Notes } from './notes.ts';
import { SessionParams } from './sessions.ts';

const PassageId = z.string().min(1).max(60);

const OwnTitle = z.string().trim().min(1).max(200).nullable();

/** To undo it, send what was there before. */
export const EveningChanges = z.object({
  passages: z
    .array(z.object({ id: PassageId, hidden: z.boolean() }))
    .max(500)
    .default([]),
  chapters: z
    .array(
      z.object({
        at: z.int().nonnegative(),
        ownTitle: OwnTitle,
        /** What was read: another title is not overwritten. Missing: it is. */
        from: OwnTitle.optional(),
      }),
    )
    .max(200)
    .default([]),
});
export type EveningChanges = z.infer<typeof EveningChanges>;

export const changeEvening = defineCall({
  method: 'PATCH',
  path: '/analyses/{analysisId}/evening',
  params: AnalysisParams,
  body: EveningChanges,
  responses: { 200: Analysis },
  errors: ['notFound', 'conflict', 'staleRevision'],
  description:
    'Hides passages and names chapters, also where the notes have them. A later analysis keeps it.',
});

export const KeptPassages = z.object({
  analysisId: Id,
  /** Put into the section in the order of the evening, with their evidence; those already there stay. */
  keep: z.array(PassageId).max(200).default([]),
  drop: z.array(PassageId).max(200).default([]),
  /** A section of one's own; without it “Kept”, which is made if it is missing. */
  section: z.string().min(1).max(80).optional(),
  /** Of a section that is made if it is missing, and removed once nothing is left in it. */
  title: z.string().trim().min(1).max(200).optional(),
});
export type KeptPassages = z.infer<typeof KeptPassages>;

export const keepPassages = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/notes/passages',
  params: SessionParams,
  headers: IfMatch,
  body: KeptPassages,
  responses: { 200: Notes },
  errors: ['notFound', 'staleRevision', 'preconditionRequired', 'conflict', 'notesTooLong'],
  description: 'Stars and unstars passages: they become lines of the notes. Restoring a version undoes it.',
});

const Answer = z.string().max(4000);

export const answerQuestions = defineCall({
  method: 'PUT',
  path: '/sessions/{sessionId}/notes/answers',
  params: SessionParams,
  headers: IfMatch,
  body: z.object({ decided: Answer, open: Answer, recap: Answer }),
  responses: { 200: Notes },
  errors: ['notFound', 'staleRevision', 'preconditionRequired', 'notesTooLong'],
  description:
    'Writes the game master’s answers on top of the notes, in place of what rules chose. An empty answer is taken out.',
});
