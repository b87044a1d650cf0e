import { z } from 'zod';
import { Line } from './analysis-result.ts';
import { defineCall } from './call.ts';
import { IfMatch } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';

export const NotesSection = z.object({
  key: z.string().min(1).max(80),
  title: z.string().trim().min(1).max(200),
  body: z.string().max(200_000),
  visibility: z.enum(['gm', 'players', 'public']),
  source: z.enum(['analysis', 'user', 'mixed']),
  /** Statements with evidence; shown if their text is still in `body`. */
  lines: z.array(Line),
});
export type NotesSection = z.infer<typeof NotesSection>;

/** The editable copy (D6). */
export const Notes = z.object({
  sessionId: Id,
  sections: z.array(NotesSection),
  revision: Revision,
  updatedAt: Timestamp.nullable(),
});
export type Notes = z.infer<typeof Notes>;

export const readNotes = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/notes',
  auth: 'required',
  params: SessionParams,
  responses: { 200: Notes },
  errors: ['notFound'],
  description: 'The notes of a session; without any, no sections and revision 0.',
});

export const changeNotes = defineCall({
  method: 'PATCH',
  path: '/sessions/{sessionId}/notes',
  auth: 'required',
  params: SessionParams,
  headers: IfMatch,
  body: z.object({ sections: z.array(NotesSection.omit({ source: true, lines: true })).max(100) }),
  responses: { 200: Notes },
  errors: ['notFound', 'staleRevision', 'preconditionRequired'],
  description: 'Replaces the sections; keeps evidence and source of unchanged lines.',
});
