import { z } from 'zod';
import { defineCall } from './call.ts';
import { DetailLevel, Id } from './common.ts';
import { NotesWriter } from './notes-engines.ts';

export const preferencesVersion = 1;

export const highestRevision = 2_147_483_646;

export const Preferences = z.object({
  theme: z.enum(['dark', 'light', 'system']),
  /** The higher revision is newer (R7.14); a change carries the one it is based on. */
  revision_id: z.int().nonnegative().max(highestRevision),
  version: z.int().positive(),
  auto_copy_analysis_to_notes: z.boolean(),
  default_language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag such as en.')
    .max(35)
    .nullable(),
  default_detail_level: DetailLevel,
  show_alpha_features: z.boolean(),
  mail_when_notes_ready: z.boolean().default(false),
  tour_seen: z.boolean().default(false),
  /** Null: the one that the server prefers. */
  notes_writer: NotesWriter.nullable().default(null),
});
export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  revision_id: 0,
  version: preferencesVersion,
  auto_copy_analysis_to_notes: true,
  default_language: null,
  default_detail_level: 'brief',
  show_alpha_features: true,
  mail_when_notes_ready: false,
  tour_seen: false,
  notes_writer: null,
};

export const getPreferences = defineCall({
  method: 'GET',
  path: '/users/{userId}/preferences',
  params: z.object({ userId: Id }),
  responses: { 200: Preferences },
  errors: ['notFound'],
  description: 'The preferences of the user.',
});

/** R7.8. Fails with staleRevision and `details.current` if another device was faster. */
export const putPreferences = defineCall({
  method: 'PUT',
  path: '/users/{userId}/preferences',
  params: z.object({ userId: Id }),
  body: Preferences,
  responses: { 200: Preferences },
  errors: ['notFound', 'staleRevision'],
  description: 'Changes the preferences of the user.',
});
