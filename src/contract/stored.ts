/** A fact that doesn't match its schema counts as absent. */
import { z } from 'zod';
import { Preferences } from './preferences.ts';

export const factOf = <Value>(key: string, schema: z.ZodType<Value>) => ({
  key,
  read: (stored: unknown): Value | null => schema.safeParse(stored).data ?? null,
});

export const storedFacts = {
  copylessNotice: factOf('hearthscribe.copylessNotice', z.literal(true)),
  /** Of the changelog; of this browser, whoever is signed in. */
  seenVersion: factOf('hearthscribe.seenVersion', z.string().max(40)),
  alphaFeatures: factOf('hearthscribe.alphaFeatures', z.boolean()),
} as const;

/** R7.14: as last confirmed by the server. */
export const storedPreferences = (userId: string) =>
  factOf(`hearthscribe.preferences.${userId}`, Preferences);

export const storedReadyNotice = (userId: string) =>
  factOf(`hearthscribe.readyNotice.${userId}`, z.boolean());

export const nextStepsPrefix = (userId: string) => `hearthscribe.nextSteps.${userId}.`;

/** Of what `stored-drafts.ts` describes. */
export const notesDraftPrefix = (userId: string) => `hearthscribe.notesDraft.${userId}.`;

/** Of what `stored-forms.ts` describes. */
export const draftPrefix = (userId: string) => `hearthscribe.draft.${userId}.`;

export function keysOfUser(
  storage: { readonly length: number; key(index: number): string | null },
  userId: string,
): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) =>
      key === storedPreferences(userId).key ||
      key === storedReadyNotice(userId).key ||
      key.startsWith(nextStepsPrefix(userId)) ||
      key.startsWith(draftPrefix(userId)) ||
      key.startsWith(notesDraftPrefix(userId)),
  );
}

const PathHere = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)/);

export const tabFacts = {
  checkout: factOf(
    'hearthscribe.checkout',
    z.object({
      userId: z.string(),
      checkoutId: z.string(),
      path: PathHere,
      way: z.enum(['completed', 'abandoned', 'unsaid']),
    }),
  ),
  billingPortal: factOf('hearthscribe.billingPortal', z.object({ path: PathHere })),
} as const;
