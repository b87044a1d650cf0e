import { createActor } from 'xstate';
import type { WorldChange } from '#contract/world.ts';
import {
  selectCanRetry,
  selectCanUndo,
  selectIsChanging,
} from '#machines/world-review/world-review.selectors.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { provideWorldReview, type WorldReviewEffects } from './provide-world-review.ts';

const start = ({ effects, adapt, options }: OwnMachine<WorldReviewEffects>) =>
  createActor(adapt(provideWorldReview(effects)), options);

export function useWorldReview(effects: WorldReviewEffects) {
  const { snapshot, send } = useOwnMachine(start, effects);
  return {
    isChanging: snapshot !== undefined && selectIsChanging(snapshot),
    canUndo: snapshot !== undefined && selectCanUndo(snapshot),
    canRetry: snapshot !== undefined && selectCanRetry(snapshot),
    said: snapshot?.context.said ?? '',
    failure: snapshot?.context.failure?.message ?? null,
    change: (changes: readonly WorldChange[], said: string) =>
      send({ type: 'change.requested', changes, said }),
    undo: () => send({ type: 'undo.requested' }),
    retry: () => send({ type: 'retry' }),
  };
}
export type WorldReview = ReturnType<typeof useWorldReview>;
