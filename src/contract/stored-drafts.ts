import { z } from 'zod';
import { Revision, Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import { factOf, notesDraftPrefix } from './stored.ts';

const SectionDraft = NotesSection.pick({ key: true, body: true, visibility: true }).extend({
  title: z.string().max(200),
  revision: Revision.optional(),
});

const prefixOf = (userId: string, sessionId: string) => `${notesDraftPrefix(userId)}${sessionId}.`;

export const storedNotesDraft = (userId: string, sessionId: string, sectionKey: string) =>
  factOf(
    `${prefixOf(userId, sessionId)}${sectionKey}`,
    z.object({ draft: SectionDraft, saved: SectionDraft.nullable(), at: Timestamp }),
  );

export function notesDraftKeys(
  storage: { readonly length: number; key(index: number): string | null },
  userId: string,
  sessionId: string,
): string[] {
  const prefix = prefixOf(userId, sessionId);
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}
