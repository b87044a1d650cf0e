import { createActor } from 'xstate';
import {
  selectCanRetry,
  selectCanUndo,
  selectIsChanging,
} from '#machines/thread-board/thread-board.selectors.ts';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { reviewOf } from '../world-review/use-world-review.ts';
import { provideThreadBoard, type ThreadBoardEffects } from './provide-thread-board.ts';

const start = ({ effects, adapt, options }: OwnMachine<ThreadBoardEffects>) =>
  createActor(adapt(provideThreadBoard(effects)), options);

const selectors = { selectCanRetry, selectCanUndo, selectIsChanging };

export function useThreadBoard(effects: ThreadBoardEffects) {
  const { snapshot, send } = useOwnMachine(start, effects);
  return {
    ...reviewOf(snapshot, send, selectors),
    threads: snapshot?.context.threads ?? null,
    readFailure: snapshot?.context.readFailure?.message ?? null,
    readAgain: () => send({ type: 'board.retried' }),
  };
}
