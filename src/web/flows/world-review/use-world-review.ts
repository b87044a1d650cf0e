import { createActor } from 'xstate';
import type { WorldChange } from '#contract/world.ts';
import {
  selectCanRetry,
  selectCanUndo,
  selectIsChanging,
} from '#machines/world-review/world-review.selectors.ts';
import type { WorldReviewContext, WorldReviewEvent } from '#machines/world-review/world-review.setup.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { provideWorldReview, type WorldReviewEffects } from './provide-world-review.ts';

const start = ({ effects, adapt, options }: OwnMachine<WorldReviewEffects>) =>
  createActor(adapt(provideWorldReview(effects)), options);

const selectors = { selectCanRetry, selectCanUndo, selectIsChanging };

/** What pages show of changes to the world, and what they may do. */
export function reviewOf<Snapshot extends { context: WorldReviewContext }>(
  snapshot: Snapshot | undefined,
  send: (event: WorldReviewEvent) => void,
  select: Record<keyof typeof selectors, (snapshot: Snapshot) => boolean>,
) {
  return {
    isChanging: snapshot !== undefined && select.selectIsChanging(snapshot),
    canUndo: snapshot !== undefined && select.selectCanUndo(snapshot),
    canRetry: snapshot !== undefined && select.selectCanRetry(snapshot),
    said: snapshot?.context.said ?? '',
    failure: snapshot?.context.failure?.message ?? null,
    change: (changes: readonly WorldChange[], said: string) =>
      send({ type: 'change.requested', changes, said }),
    undo: () => send({ type: 'undo.requested' }),
    retry: () => send({ type: 'retry' }),
  };
}

export function useWorldReview(effects: WorldReviewEffects) {
  const { snapshot, send } = useOwnMachine(start, effects);
  return reviewOf(snapshot, send, selectors);
}
export type WorldReview = ReturnType<typeof useWorldReview>;
