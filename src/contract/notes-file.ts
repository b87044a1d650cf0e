import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import type { Mark } from './sessions.ts';

/** Without evidence, which belongs to a transcript that stays here: only when lines were said. Imports leave that out. */
export const FileSection = NotesSection.pick({ key: true, title: true, body: true, visibility: true }).extend(
  {
    times: z
      .array(z.object({ text: z.string(), startMs: z.int().nonnegative(), line: z.string() }))
      .optional(),
  },
);
export type FileSection = z.infer<typeof FileSection>;

const Title = z.string().trim().min(1).max(200);

export const FileSession = z.object({
  title: Title,
  order: z.int().positive(),
  playedAt: Timestamp.nullable(),
  /** And the marks. */
  sections: z.array(FileSection).max(101),
});
export type FileSession = z.infer<typeof FileSession>;

/** Only in the game master's copy. An import leaves it out, because marks belong to a recording. */
export const marksSection = { key: 'marks', title: 'Your marks', visibility: 'gm' } as const;

export const withoutMarks = <Section extends { key: string }>(sections: readonly Section[]): Section[] =>
  sections.filter(({ key }) => key !== marksSection.key);

export type SessionWithMarks = FileSession & { marks?: readonly Mark[] };

export const NotesFile = z.object({
  format: z.literal('hearthscribe-notes'),
  version: z.literal(1),
  audience: z.enum(['gm', 'players', 'public']),
  campaign: z.object({ title: Title }).nullable(),
  sessions: z.array(FileSession).max(5000),
});
export type NotesFile = z.infer<typeof NotesFile>;
