/** Small facts that the browser stores; those that don't match their schema count as absent. */
import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import { Preferences } from './preferences.ts';

export const storedFacts = {
  copylessNotice: { key: 'hearthscribe.copylessNotice', schema: z.literal(true) },
  alphaFeatures: { key: 'hearthscribe.alphaFeatures', schema: z.boolean() },
} as const;

/** A user's preferences as last confirmed by the server (R7.14). */
export const storedPreferences = (userId: string) =>
  ({ key: `hearthscribe.preferences.${userId}`, schema: Preferences }) as const;

export const storedReadyNotice = (userId: string) =>
  ({ key: `hearthscribe.readyNotice.${userId}`, schema: z.boolean() }) as const;

const SectionDraft = NotesSection.pick({ key: true, body: true, visibility: true }).extend({
  title: z.string().max(200),
});

const notesDraftPrefix = (userId: string, sessionId: string) =>
  `hearthscribe.notesDraft.${userId}.${sessionId}.`;

export const storedNotesDraft = (userId: string, sessionId: string, sectionKey: string) =>
  ({
    key: `${notesDraftPrefix(userId, sessionId)}${sectionKey}`,
    schema: z.object({
      draft: SectionDraft,
      saved: SectionDraft.nullable(),
      at: Timestamp,
    }),
  }) as const;

/** Every key with data of a user: preferences, the choice of notices and unsaved text. */
export function keysOfUser(
  storage: { readonly length: number; key(index: number): string | null },
  userId: string,
): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) =>
      key === storedPreferences(userId).key ||
      key === storedReadyNotice(userId).key ||
      key.startsWith(`hearthscribe.notesDraft.${userId}.`),
  );
}

export function notesDraftKeys(
  storage: { readonly length: number; key(index: number): string | null },
  userId: string,
  sessionId: string,
): string[] {
  const prefix = notesDraftPrefix(userId, sessionId);
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}

const PathHere = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)/);

export const tabFacts = {
  checkout: {
    key: 'hearthscribe.checkout',
    schema: z.object({
      userId: z.string(),
      checkoutId: z.string(),
      path: PathHere,
      way: z.enum(['completed', 'abandoned', 'unsaid']),
    }),
  },
  billingPortal: { key: 'hearthscribe.billingPortal', schema: z.object({ path: PathHere }) },
} as const;
