import { z } from 'zod';
import { defineCall } from './call.ts';
import { DetailLevel, Id } from './common.ts';

/** Form of the stored preferences; rises when a field comes or goes. */
export const preferencesVersion = 1;

/** As many changes as are counted. */
export const highestRevision = 2_147_483_646;

/** R3.4. Snake case, as the specification has it. */
export const Preferences = z.object({
  theme: z.enum(['dark', 'light', 'system']),
  /** Counts the changes. A copy with a higher one is newer (R7.14); a change is based on the one it carries. */
  revision_id: z.int().nonnegative().max(highestRevision),
  version: z.int().positive(),
  auto_copy_analysis_to_notes: z.boolean(),
  /** BCP 47 tag of what is spoken at the table, such as `en`; null: found out from the recording. */
  default_language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag such as en.')
    .max(35)
    .nullable(),
  default_detail_level: DetailLevel,
  show_alpha_features: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

/** What holds for a user who has changed nothing (R3.4). */
export const defaultPreferences: Preferences = {
  theme: 'system',
  revision_id: 0,
  version: preferencesVersion,
  auto_copy_analysis_to_notes: true,
  default_language: null,
  default_detail_level: 'brief',
  show_alpha_features: true,
};

/** R7.7 */
export const getPreferences = defineCall({
  method: 'GET',
  path: '/users/{userId}/preferences',
  auth: 'required',
  params: z.object({ userId: Id }),
  responses: { 200: Preferences },
  errors: ['notFound'],
  description: 'The preferences of the user.',
});

/**
 * R7.8. The whole object, with the revision that the change is based on. The answer carries the next revision and
 * replaces the local copy. Refused with staleRevision, and `details.current`, when another device was faster.
 */
export const putPreferences = defineCall({
  method: 'PUT',
  path: '/users/{userId}/preferences',
  auth: 'required',
  params: z.object({ userId: Id }),
  body: Preferences,
  responses: { 200: Preferences },
  errors: ['notFound', 'staleRevision'],
  description: 'Changes the preferences of the user.',
});
