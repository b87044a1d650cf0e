import { assign, setup } from 'xstate';
import type { WorldChange } from '#contract/world.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface WorldReviewContext {
  readonly changes: readonly WorldChange[];
  /** What was done, in a sentence. */
  readonly said: string;
  readonly undo: readonly WorldChange[];
  readonly failure: Failure | null;
}

type WorldReviewEvent =
  | { type: 'change.requested'; changes: readonly WorldChange[]; said: string }
  | { type: 'undo.requested' }
  | { type: 'retry' };

export const nothingChanged: WorldReviewContext = { changes: [], said: '', undo: [], failure: null };

export const worldReviewSetup = setup({
  types: {} as { context: WorldReviewContext; events: WorldReviewEvent; tags: Tag },
  actors: {
    /** All of them, or none. @returns what undoes them */
    saveChanges: notProvidedActor<readonly WorldChange[], readonly WorldChange[]>('saveChanges'),
  },
  actions: {
    refreshWorld: notProvidedAction('refreshWorld'),
    keepChange: assign((_, change: Pick<WorldReviewContext, 'changes' | 'said'>) => change),
    takeUndo: assign({ changes: ({ context: { undo } }) => undo }),
    keepUndo: assign({ undo: (_, { undo }: { undo: readonly WorldChange[] }) => undo }),
    forgetAll: assign(nothingChanged),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasChanged: (_, { error }: { error: unknown }) => hasCode(error, 'worldChanged'),
  },
});
