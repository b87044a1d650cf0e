import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';

/** Without evidence, which belongs to a transcript that stays here. */
export const FileSection = NotesSection.pick({ key: true, title: true, body: true, visibility: true });
export type FileSection = z.infer<typeof FileSection>;

const Title = z.string().trim().min(1).max(200);

export const FileSession = z.object({
  title: Title,
  order: z.int().positive(),
  playedAt: Timestamp.nullable(),
  sections: z.array(FileSection).max(100),
});
export type FileSession = z.infer<typeof FileSession>;

export const NotesFile = z.object({
  format: z.literal('hearthscribe-notes'),
  version: z.literal(1),
  audience: z.enum(['gm', 'players', 'public']),
  campaign: z.object({ title: Title }).nullable(),
  sessions: z.array(FileSession).max(5000),
});
export type NotesFile = z.infer<typeof NotesFile>;
