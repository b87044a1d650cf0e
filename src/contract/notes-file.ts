import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import type { Mark } from './sessions.ts';

/** Without evidence, which belongs to a transcript that stays here: only when lines were said. Imports leave that out. */
export const FileSection = NotesSection.pick({ key: true, title: true, body: true, visibility: true }).extend(
  {
    times: z
      .array(
        z.object({
          text: z.string(),
          startMs: z.int().nonnegative(),
          line: z.string(),
          /** Estimated: a transcript without times. */
          isAbout: z.boolean().optional(),
        }),
      )
      .optional(),
  },
);
export type FileSection = z.infer<typeof FileSection>;

const Title = z.string().trim().min(1).max(200);

export const FileSession = z.object({
  title: Title,
  order: z.int().positive(),
  playedAt: Timestamp.nullable(),
  /** And the marks and the longer read. */
  sections: z.array(FileSection).max(102),
});
export type FileSession = z.infer<typeof FileSession>;

/** Only in the game master's copy. An import leaves it out, because marks belong to a recording. */
export const marksSection = { key: 'marks', title: 'Your marks', visibility: 'gm' } as const;

/** Only if it is asked for. An import leaves it out, because it belongs to an analysis. */
export const longerReadSection = { key: 'longerRead', title: 'Longer read', visibility: 'gm' } as const;

const onlyInFiles: readonly string[] = [marksSection.key, longerReadSection.key];

export const withoutAdded = <Section extends { key: string }>(sections: readonly Section[]): Section[] =>
  sections.filter(({ key }) => !onlyInFiles.includes(key));

export type SessionWithMarks = FileSession & { marks?: readonly Mark[] };

export const NotesFile = z.object({
  format: z.literal('hearthscribe-notes'),
  version: z.literal(1),
  audience: z.enum(['gm', 'players', 'public']),
  campaign: z.object({ title: Title }).nullable(),
  sessions: z.array(FileSession).max(5000),
});
export type NotesFile = z.infer<typeof NotesFile>;
