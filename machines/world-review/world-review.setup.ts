import { type AnyEventObject, assign, setup } from 'xstate';
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

export type WorldReviewEvent =
  | { type: 'change.requested'; changes: readonly WorldChange[]; said: string }
  | { type: 'undo.requested' }
  | { type: 'retry' };

export const nothingChanged: WorldReviewContext = { changes: [], said: '', undo: [], failure: null };

/** The actions of `changeStates`, for a machine with this context and these events. */
export function changeActions<Context extends WorldReviewContext, Event extends AnyEventObject>() {
  const keep = <Params>(next: (context: WorldReviewContext, params: Params) => Partial<WorldReviewContext>) =>
    assign<Context, Event, Params, Event, never>(({ context }, params) => ({
      ...context,
      ...next(context, params),
    }));
  return {
    keepChange: keep((_, change: Pick<WorldReviewContext, 'changes' | 'said'>) => change),
    takeUndo: keep<undefined>(({ undo }) => ({ changes: undo })),
    keepUndo: keep((_, { undo }: { undo: readonly WorldChange[] }) => ({ undo })),
    forgetAll: keep<undefined>(() => nothingChanged),
    keepFailure: keep((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: keep<undefined>(() => ({ failure: null })),
  };
}

export const changeGuards = {
  hasChanged: (_: unknown, { error }: { error: unknown }) => hasCode(error, 'worldChanged'),
};

export const worldReviewSetup = setup({
  types: {} as { context: WorldReviewContext; events: WorldReviewEvent; tags: Tag },
  actors: {
    /** All of them, or none. @returns what undoes them */
    saveChanges: notProvidedActor<readonly WorldChange[], readonly WorldChange[]>('saveChanges'),
  },
  actions: {
    refreshWorld: notProvidedAction('refreshWorld'),
    ...changeActions<WorldReviewContext, WorldReviewEvent>(),
  },
  guards: {
    ...changeGuards,
  },
});
