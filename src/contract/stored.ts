/** Small facts that the browser keeps; whatever does not fit its schema any more counts as absent. */
import { z } from 'zod';
import { Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import { Preferences } from './preferences.ts';

/** Those of the account part; what the public pages keep stands in visit.ts. */
export const storedFacts = {
  /** The notice of old users was put away (R4.17). */
  copylessNotice: { key: 'hearthscribe.copylessNotice', schema: z.literal(true) },
  /** Whether screens under trial are shown (R4.21). */
  alphaFeatures: { key: 'hearthscribe.alphaFeatures', schema: z.boolean() },
} as const;

/** The preferences of one user, as the server has last confirmed them (R7.14). */
export const storedPreferences = (userId: string) =>
  ({ key: `hearthscribe.preferences.${userId}`, schema: Preferences }) as const;

const SectionDraft = NotesSection.pick({ key: true, body: true, visibility: true }).extend({
  /** Unlike a saved title it may be blank. */
  title: z.string().max(200),
});

const notesDraftPrefix = (userId: string, sessionId: string) =>
  `hearthscribe.notesDraft.${userId}.${sessionId}.`;

/** What a user has written in a section of the notes and the server does not have yet. */
export const storedNotesDraft = (userId: string, sessionId: string, sectionKey: string) =>
  ({
    key: `${notesDraftPrefix(userId, sessionId)}${sectionKey}`,
    schema: z.object({
      draft: SectionDraft,
      /** The section as the server was last known to have it; null for a new one. */
      saved: SectionDraft.nullable(),
      at: Timestamp,
    }),
  }) as const;

/** Every key under which something of a user is stored: their preferences and their unsaved words. */
export function keysOfUser(
  storage: { readonly length: number; key(index: number): string | null },
  userId: string,
): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) => key === storedPreferences(userId).key || key.startsWith(`hearthscribe.notesDraft.${userId}.`),
  );
}

/** The keys of the sections of which unsaved words of a user are stored. */
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

/** What a tab keeps while the browser is away to pay; in the session storage. */
export const tabFacts = {
  checkout: {
    key: 'hearthscribe.checkout',
    schema: z.object({
      userId: z.string(),
      checkoutId: z.string(),
      /** What was shown when the browser left: path, query and hash. */
      path: PathHere,
      /** How the page was come back to, as far as that is known. */
      way: z.enum(['completed', 'abandoned', 'unsaid']),
    }),
  },
  billingPortal: { key: 'hearthscribe.billingPortal', schema: z.object({ path: PathHere }) },
} as const;
