import { tag } from '../kit/tags.ts';
import { nothingChanged, worldReviewSetup } from './world-review.setup.ts';

const errorOf = ({ event: { error } }: { event: { error: unknown } }) => ({ error });
const keepFailure = { type: 'keepFailure', params: errorOf } as const;

export const worldReviewMachine = worldReviewSetup.createMachine({
  id: 'worldReview',
  context: nothingChanged,
  initial: 'settled',
  states: {
    settled: {
      description: 'The game master reads the index, its suggestions and its threads, and may change them.',
      initial: 'ready',
      on: {
        'change.requested': {
          target: 'saving',
          actions: {
            type: 'keepChange',
            params: ({ event: { changes, said } }) => ({ changes, said }),
          },
        },
      },
      states: {
        ready: { description: 'No change can be undone.', tags: tag.idle, entry: 'forgetAll' },
        changed: {
          description: 'The change is made. The page says which, and offers to undo it until the next one.',
          tags: tag.done,
          on: {
            'undo.requested': { target: '#worldReview.undoing', actions: 'takeUndo' },
          },
        },
        outdated: {
          description:
            'Somebody changed the same entry meanwhile, so this change, or taking it back, was not saved. The page shows the entry as it is now.',
          tags: tag.failed,
          entry: 'refreshWorld',
          exit: 'forgetFailure',
        },
        failed: {
          description: 'The change was not saved. The page says why, and offers to try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: '#worldReview.saving' },
        },
        undoFailed: {
          description:
            'The change was not undone and is still made. The page says why, and offers to undo it again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: '#worldReview.undoing' },
        },
      },
    },
    saving: {
      description: 'The server saves the change: all of it, or nothing.',
      tags: tag.busy,
      invoke: {
        id: 'saveChanges',
        src: 'saveChanges',
        input: ({ context }) => context.changes,
        onDone: {
          target: 'settled.changed',
          actions: [{ type: 'keepUndo', params: ({ event }) => ({ undo: event.output }) }, 'refreshWorld'],
        },
        onError: [
          {
            guard: { type: 'hasChanged', params: errorOf },
            target: 'settled.outdated',
            actions: keepFailure,
          },
          { target: 'settled.failed', actions: keepFailure },
        ],
      },
    },
    undoing: {
      description: 'The server puts back what was there before.',
      tags: tag.busy,
      invoke: {
        id: 'saveChanges',
        src: 'saveChanges',
        input: ({ context }) => context.changes,
        onDone: { target: 'settled.ready', actions: 'refreshWorld' },
        onError: [
          {
            guard: { type: 'hasChanged', params: errorOf },
            target: 'settled.outdated',
            actions: keepFailure,
          },
          { target: 'settled.undoFailed', actions: keepFailure },
        ],
      },
    },
  },
});
