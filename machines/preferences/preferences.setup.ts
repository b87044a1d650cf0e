import { type AnyEventObject, assign, setup } from 'xstate';
import type { Preferences } from '#contract/preferences.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export type PreferenceChange = Partial<Omit<Preferences, 'revision_id' | 'version'>>;

export interface PreferencesContext {
  readonly userId: string | null;
  readonly base: Preferences | null;
  /** Not confirmed by the server; the latest of a field wins. */
  readonly changes: PreferenceChange;
  readonly sending: PreferenceChange;
  readonly failure: Failure | null;
}

type PreferencesEvent =
  | { type: 'user.arrived'; userId: string; cached: Preferences }
  | { type: 'preference.changed'; change: PreferenceChange }
  | { type: 'cache.changed'; preferences: Preferences }
  | { type: 'retry' }
  | { type: 'user.left' };

/** The server's values with later changes applied. */
export const effectivePreferences = ({
  base,
  sending,
  changes,
}: Pick<PreferencesContext, 'base' | 'sending' | 'changes'>): Preferences | null =>
  base === null ? null : { ...base, ...sending, ...changes };

export const preferencesSetup = setup({
  types: {} as { context: PreferencesContext; events: PreferencesEvent; tags: Tag },
  actors: {
    getPreferences: notProvidedActor<Preferences, { userId: string }>('getPreferences'),
    putPreferences: notProvidedActor<Preferences, { userId: string; preferences: Preferences }>(
      'putPreferences',
    ),
    watchCache: notProvidedCallback<AnyEventObject, { userId: string }>('watchCache'),
  },
  actions: {
    keepUser: assign({
      userId: (_, params: { userId: string; cached: Preferences }) => params.userId,
      base: (_, params) => params.cached,
      changes: {},
      sending: {},
    }),
    keepServerCopy: assign({ base: (_, params: { preferences: Preferences }) => params.preferences }),
    keepNewer: assign({
      base: ({ context }, params: { preferences: Preferences }) =>
        params.preferences.revision_id > (context.base?.revision_id ?? -1)
          ? params.preferences
          : context.base,
    }),
    addChange: assign({
      changes: ({ context }, params: { change: PreferenceChange }) => ({
        ...context.changes,
        ...params.change,
      }),
    }),
    takeChanges: assign({
      sending: ({ context }) => ({ ...context.sending, ...context.changes }),
      changes: {},
    }),
    forgetSent: assign({ sending: {} }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetUser: assign({ userId: null, base: null, changes: {}, sending: {} }),
    cachePreferences: notProvidedAction('cachePreferences'),
    applyPreferences: notProvidedAction('applyPreferences'),
  },
  guards: {
    /** R7.14: the server's copy wins only with a higher revision. */
    isNewer: ({ context }, params: { preferences: Preferences }) =>
      params.preferences.revision_id > (context.base?.revision_id ?? -1),
    hasChanges: ({ context }) => Object.keys(context.changes).length > 0,
    isStale: (_, params: { error: unknown }) => hasCode(params.error, 'staleRevision'),
  },
  delays: {
    nextAttempt: seconds(30),
  },
});
