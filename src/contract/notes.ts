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
  /** Shown if their text is still in `body`. */
  lines: z.array(Line),
});
export type NotesSection = z.infer<typeof NotesSection>;

export const Notes = z.object({
  sessionId: Id,
  sections: z.array(NotesSection),
  revision: Revision,
  updatedAt: Timestamp.nullable(),
});
export type Notes = z.infer<typeof Notes>;

export const QuotedWords = z.object({
  text: z.string().min(1).max(20_000),
  segmentIds: z.array(z.string().min(1).max(80)).min(1).max(50),
});
export type QuotedWords = z.infer<typeof QuotedWords>;

export const SavedSection = NotesSection.omit({ source: true, lines: true }).extend({
  /** Without: as it is stored. */
  body: NotesSection.shape.body.optional(),
  /** The body of this revision as it was shown when somebody began to change it: voices may have other names since. */
  read: NotesSection.shape.body.optional(),
  quotes: z.array(QuotedWords).max(50).optional(),
});
export type SavedSection = z.infer<typeof SavedSection>;

export const NotesCause = z.enum(['edit', 'analysis', 'import', 'suggestion', 'names', 'restore']);
export type NotesCause = z.infer<typeof NotesCause>;

export const NotesVersion = z.object({
  revision: Revision,
  writtenAt: Timestamp,
  replacedAt: Timestamp,
  replacedBy: NotesCause,
  sectionCount: z.int().nonnegative(),
  wordCount: z.int().nonnegative(),
});
export type NotesVersion = z.infer<typeof NotesVersion>;

export const NotesHistory = z.object({
  revision: Revision,
  versions: z.array(NotesVersion),
});
export type NotesHistory = z.infer<typeof NotesHistory>;

export const ReadVersion = z.object({
  version: NotesVersion.extend({ sections: z.array(NotesSection) }),
  present: Notes,
});
export type ReadVersion = z.infer<typeof ReadVersion>;

const VersionParams = SessionParams.extend({ revision: z.string().regex(/^\d{1,9}$/) });

export const readNotes = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/notes',
  params: SessionParams,
  responses: { 200: Notes },
  errors: ['notFound'],
  description: 'The notes of a session; without any, no sections and revision 0.',
});

export const changeNotes = defineCall({
  method: 'PATCH',
  path: '/sessions/{sessionId}/notes',
  params: SessionParams,
  headers: IfMatch,
  body: z.object({ sections: z.array(SavedSection).max(100) }),
  responses: { 200: Notes },
  errors: ['notFound', 'staleRevision', 'preconditionRequired', 'conflict', 'notesTooLong'],
  description:
    'Replaces the sections; keeps evidence and source of unchanged lines. Quoted lines must be in the transcript.',
});

export const listNotesVersions = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/notes/versions',
  params: SessionParams,
  responses: { 200: NotesHistory },
  errors: ['notFound'],
  description: 'What the notes were before each change, without their text.',
});

export const readNotesVersion = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/notes/versions/{revision}',
  params: VersionParams,
  responses: { 200: ReadVersion },
  errors: ['notFound'],
  description: 'A version of the notes with its text, and the current notes.',
});

export const restoreNotesVersion = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/notes/versions/{revision}/restore',
  params: VersionParams,
  headers: IfMatch,
  responses: { 200: NotesHistory },
  errors: ['notFound', 'staleRevision', 'preconditionRequired'],
  description:
    'Restores a version of the notes. The current notes become a version, so the restore can be undone.',
});
