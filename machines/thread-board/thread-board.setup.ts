import { assign, raise, setup } from 'xstate';
import type { WorldChange, WorldThread } from '#contract/world.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import {
  changeActions,
  changeGuards,
  type WorldReviewContext,
  type WorldReviewEvent,
} from '../world-review/world-review.setup.ts';

export interface ThreadBoardContext extends WorldReviewContext {
  /** As they were read last; null before that. */
  readonly threads: readonly WorldThread[] | null;
  /** Why they could not be read. */
  readonly readFailure: Failure | null;
}

type ThreadBoardEvent = WorldReviewEvent | { type: 'board.retried' } | { type: 'board.changed' };

export const threadBoardSetup = setup({
  types: {} as { context: ThreadBoardContext; events: ThreadBoardEvent; tags: Tag },
  actors: {
    readBoard: notProvidedActor<readonly WorldThread[]>('readBoard'),
    /** All of them, or none. @returns what undoes them */
    saveChanges: notProvidedActor<readonly WorldChange[], readonly WorldChange[]>('saveChanges'),
  },
  actions: {
    ...changeActions<ThreadBoardContext, ThreadBoardEvent>(),
    refreshWorld: raise({ type: 'board.changed' }),
    keepThreads: assign({
      threads: (_, { threads }: { threads: readonly WorldThread[] }) => threads,
    }),
    keepReadFailure: assign({ readFailure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetReadFailure: assign({ readFailure: null }),
  },
  guards: {
    ...changeGuards,
    /** A thread that is listed, or a new one beside those that were read. */
    isOnBoard: ({ context: { threads } }, { changes }: Pick<WorldReviewContext, 'changes'>) =>
      threads !== null &&
      changes.every(
        ({ key, edit }) =>
          threads.some((thread) => thread.key === key) || (edit !== null && 'isOwn' in edit && edit.isOwn),
      ),
    isEmpty: (_, { threads }: { threads: readonly WorldThread[] }) => threads.length === 0,
  },
});
