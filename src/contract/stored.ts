/** Small facts that the browser stores; those that don't match their schema count as absent. */
import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import { Preferences } from './preferences.ts';

/** For the account part; visit.ts has those of the public pages. */
export const storedFacts = {
  /** The notice was dismissed (R4.17). */
  copylessNotice: { key: 'hearthscribe.copylessNotice', schema: z.literal(true) },
  /** R4.21 */
  alphaFeatures: { key: 'hearthscribe.alphaFeatures', schema: z.boolean() },
} as const;

/** A user's preferences as last confirmed by the server (R7.14). */
export const storedPreferences = (userId: string) =>
  ({ key: `hearthscribe.preferences.${userId}`, schema: Preferences }) as const;

/** Whether this browser notifies the user of finished notes. */
export const storedReadyNotice = (userId: string) =>
  ({ key: `hearthscribe.readyNotice.${userId}`, schema: z.boolean() }) as const;

const SectionDraft = NotesSection.pick({ key: true, body: true, visibility: true }).extend({
  /** Unlike a saved title it can be blank. */
  title: z.string().max(200),
});

const notesDraftPrefix = (userId: string, sessionId: string) =>
  `hearthscribe.notesDraft.${userId}.${sessionId}.`;

/** Unsaved text in a section of the notes. */
export const storedNotesDraft = (userId: string, sessionId: string, sectionKey: string) =>
  ({
    key: `${notesDraftPrefix(userId, sessionId)}${sectionKey}`,
    schema: z.object({
      draft: SectionDraft,
      /** The section as last read from the server; null for a new one. */
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

/** The keys with a user's unsaved text. */
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

/** What a tab stores during a payment; in the session storage. */
export const tabFacts = {
  checkout: {
    key: 'hearthscribe.checkout',
    schema: z.object({
      userId: z.string(),
      checkoutId: z.string(),
      path: PathHere,
      /** How the user returned from checkout. */
      way: z.enum(['completed', 'abandoned', 'unsaid']),
    }),
  },
  billingPortal: { key: 'hearthscribe.billingPortal', schema: z.object({ path: PathHere }) },
} as const;
