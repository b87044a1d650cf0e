import { tag } from '../kit/tags.ts';
import { changeStates } from '../world-review/change-states.ts';
import { nothingChanged } from '../world-review/world-review.setup.ts';
import { type ThreadBoardContext, threadBoardSetup } from './thread-board.setup.ts';

export const threadBoardMachine = threadBoardSetup.createMachine({
  id: 'threadBoard',
  context: { ...nothingChanged, threads: null, readFailure: null },
  type: 'parallel',
  states: {
    board: {
      description: 'The threads of all sessions, read again after every change.',
      initial: 'reading',
      on: { 'board.changed': '.reading' },
      states: {
        reading: {
          description: 'The server reads the threads. Those that were read before stay visible.',
          invoke: {
            id: 'readBoard',
            src: 'readBoard',
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ threads: event.output }) },
                target: 'empty',
                actions: { type: 'keepThreads', params: ({ event }) => ({ threads: event.output }) },
              },
              {
                target: 'shown',
                actions: { type: 'keepThreads', params: ({ event }) => ({ threads: event.output }) },
              },
            ],
            onError: {
              target: 'unavailable',
              actions: { type: 'keepReadFailure', params: ({ event: { error } }) => ({ error }) },
            },
          },
        },
        empty: { description: 'There is no thread yet. The page says where threads come from.' },
        shown: { description: 'The page lists the threads by their state.' },
        unavailable: {
          description:
            'The threads could not be read. The page says why, and offers to read them again. Those that were read before stay visible.',
          tags: tag.failed,
          exit: 'forgetReadFailure',
          on: { 'board.retried': 'reading' },
        },
      },
    },
    changes: {
      description: 'What the game master changes on the board, one change at a time.',
      ...changeStates(
        'threadBoard.changes',
        {
          settled: 'The game master reads the board, and may add threads or change their state and words.',
          outdated:
            'The same thread was changed meanwhile, by somebody or by a try whose answer was lost, so this change, or taking it back, was not saved. The board is read again.',
        },
        {
          guard: {
            type: 'isOnBoard',
            params: ({ event }: { event: Pick<ThreadBoardContext, 'changes'> }) => event,
          },
        },
      ),
    },
  },
});
