import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { exportFormats } from './export-formats.ts';
import { SessionParams } from './sessions.ts';

const ExportQuery = z.object({
  format: z.enum(exportFormats.map(({ format }) => format)),
  /** `players` and `public` leave out what those may not see. */
  audience: z.enum(['gm', 'players', 'public']).default('gm'),
  /** Also the longer read of each session’s last analysis, as far as the audience sees the chapters of the notes. */
  longerRead: z.enum(['yes', 'no']).default('no'),
});

export const exportSession = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/export',
  params: SessionParams,
  query: ExportQuery,
  responses: { 200: 'bytes' },
  errors: ['notFound', 'notesTooComplex'],
  description: 'The notes of a session as one file.',
});

export const exportCampaign = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/export',
  params: CampaignParams,
  query: ExportQuery,
  responses: { 200: 'bytes' },
  errors: ['notFound', 'notesTooComplex'],
  description: 'The notes of all sessions of a campaign as one file.',
});

export const DiscordMessages = z.object({ messages: z.array(z.string().max(2000)) });

export const readDiscordMessages = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/export/discord',
  params: SessionParams,
  query: ExportQuery.pick({ audience: true }),
  responses: { 200: DiscordMessages },
  errors: ['notFound', 'notesTooComplex'],
  description: 'The notes of a session as messages of at most 2,000 characters.',
});

export const updateVault = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/export/vault',
  params: CampaignParams,
  query: ExportQuery.pick({ audience: true, longerRead: true }),
  bodyType: 'bytes',
  responses: { 200: 'bytes' },
  errors: ['notFound', 'notesUnreadable', 'notesTooLarge', 'notesTooLong', 'notesTooComplex'],
  description: 'Takes an Obsidian vault as a zip and returns our notes, keeping what the user wrote in them.',
});

export const ImportChoice = z.enum(['keep', 'append', 'replace']);
export type ImportChoice = z.infer<typeof ImportChoice>;

const ImportTarget = z.object({
  /** Left out: into matching sessions of the campaign, and new ones. */
  sessionId: Id.optional(),
});

export const ImportPreview = z.object({
  kind: z.enum(['json', 'obsidian', 'markdown']),
  /** Identifies file and notes; the import fails if either has changed. */
  version: z.string(),
  sessions: z.array(
    z.object({
      title: z.string(),
      playedAt: Timestamp.nullable(),
      into: z.object({ id: Id, title: z.string() }).nullable(),
      sections: z.array(
        z.object({
          title: z.string(),
          change: z.enum(['new', 'changed', 'same']),
          text: z.string(),
          present: z.string().nullable(),
        }),
      ),
    }),
  ),
  warnings: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const previewImport = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/import/preview',
  params: CampaignParams,
  query: ImportTarget,
  bodyType: 'bytes',
  responses: { 200: ImportPreview },
  errors: ['notFound', 'notesUnreadable', 'notesTooLarge', 'notesTooLong', 'notesTooComplex'],
  description: 'Reads a file of notes and says what an import would change. Changes nothing.',
});

export const NotesImport = z.object({
  importedAt: Timestamp,
  sessionsAdded: z.int().nonnegative(),
  sessionsChanged: z.int().nonnegative(),
});
export type NotesImport = z.infer<typeof NotesImport>;

export const importNotes = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/import',
  params: CampaignParams,
  query: ImportTarget.extend({ version: z.string().max(100), existing: ImportChoice.default('keep') }),
  bodyType: 'bytes',
  responses: { 200: NotesImport },
  errors: ['notFound', 'conflict', 'notesUnreadable', 'notesTooLarge', 'notesTooLong', 'notesTooComplex'],
  description: 'Writes what the preview of this file and version showed, all of it or nothing.',
});

export const readImport = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/import',
  params: CampaignParams,
  responses: { 200: z.object({ import: NotesImport.nullable() }) },
  errors: ['notFound'],
  description: 'The latest import of a campaign that can be undone.',
});

export const undoImport = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/import/undo',
  params: CampaignParams,
  responses: { 204: null },
  errors: ['notFound', 'conflict'],
  description:
    'Undoes the latest import: restores the notes and deletes new sessions. Refused if they changed since.',
});
