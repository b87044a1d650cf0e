import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { WorldChange } from '#contract/world.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import type { WorldReviewContext } from './world-review.setup.ts';

interface Words {
  /** What the game master does while nothing is saved. */
  settled: string;
  /** What the page shows after a change that came too late. */
  outdated: string;
}

const changesOf = ({ context }: { context: WorldReviewContext }) => context.changes;
const hasChanged = {
  guard: { type: 'hasChanged', params: ({ event: { error } }: { event: ErrorActorEvent }) => ({ error }) },
  target: 'settled.outdated',
  actions: keepFailure,
} as const;

/** One change at a time, saved whole or not at all, with its undo. @param at the id of the state that has these @param only the guard of what may be changed */
export const changeStates = <const At extends string, const Only extends object>(
  at: At,
  words: Words,
  only: Only,
) =>
  ({
    initial: 'settled',
    states: {
      settled: {
        description: words.settled,
        initial: 'ready',
        on: {
          'change.requested': {
            ...only,
            target: 'saving',
            actions: {
              type: 'keepChange',
              params: ({
                event: { changes, said },
              }: {
                event: Pick<WorldReviewContext, 'changes' | 'said'>;
              }) => ({ changes, said }),
            },
          },
        },
        states: {
          ready: { description: 'No change can be undone.', tags: tag.idle, entry: 'forgetAll' },
          changed: {
            description: 'The change is made. The page says which, and offers to undo it until the next one.',
            tags: tag.done,
            on: { 'undo.requested': { target: `#${at}.undoing`, actions: 'takeUndo' } },
          },
          outdated: {
            description: words.outdated,
            tags: tag.failed,
            entry: 'refreshWorld',
            exit: 'forgetFailure',
          },
          failed: {
            description:
              'The server did not save the change, or did not answer. The page says why, and offers to try again.',
            tags: tag.failed,
            exit: 'forgetFailure',
            on: { retry: `#${at}.saving` },
          },
          undoFailed: {
            description:
              'The server did not undo the change, or did not answer. The page says why, and offers to undo it again.',
            tags: tag.failed,
            exit: 'forgetFailure',
            on: { retry: `#${at}.undoing` },
          },
        },
      },
      saving: {
        description: 'The server saves the change: all of it, or nothing.',
        tags: tag.busy,
        invoke: {
          id: 'saveChanges',
          src: 'saveChanges',
          input: changesOf,
          onDone: {
            target: 'settled.changed',
            actions: [
              {
                type: 'keepUndo',
                params: ({ event }: { event: DoneActorEvent<readonly WorldChange[]> }) => ({
                  undo: event.output,
                }),
              },
              'refreshWorld',
            ],
          },
          onError: [hasChanged, { target: 'settled.failed', actions: keepFailure }],
        },
      },
      undoing: {
        description: 'The server puts back what was there before.',
        tags: tag.busy,
        invoke: {
          id: 'saveChanges',
          src: 'saveChanges',
          input: changesOf,
          onDone: { target: 'settled.ready', actions: 'refreshWorld' },
          onError: [hasChanged, { target: 'settled.undoFailed', actions: keepFailure }],
        },
      },
    },
  }) as const;
