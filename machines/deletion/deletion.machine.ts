import { assign, setup } from 'xstate';
import { type Failure, failureOf, keepFailure } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const deletionMachine = setup({
  types: {} as {
    context: { readonly failure: Failure | null };
    events: { type: 'deletion.requested' } | { type: 'deletion.confirmed' } | { type: 'deletion.cancelled' };
    tags: Tag;
  },
  actors: {
    /** Succeeds too if the record no longer exists. */
    deleteRecord: notProvidedActor<void>('deleteRecord'),
  },
  actions: {
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'deletion',
  context: { failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being deleted.',
      tags: tag.idle,
      on: { 'deletion.requested': 'asking' },
    },
    asking: {
      description:
        'A dialog says what will be deleted, and that it can’t be undone. The focus is on keeping it.',
      tags: tag.waiting,
      on: { 'deletion.confirmed': 'deleting', 'deletion.cancelled': 'idle' },
    },
    deleting: {
      description: 'The server deletes it. It is too late to cancel.',
      tags: tag.busy,
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        onDone: 'deleted',
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    failed: {
      description: 'The server rejected the deletion or did not answer. The dialog says why.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { 'deletion.confirmed': 'deleting', 'deletion.cancelled': 'idle' },
    },
    deleted: {
      description:
        'It no longer exists. If it was a campaign or a session, the page above it is shown; a session can get another recording.',
      tags: tag.done,
      on: { 'deletion.requested': 'asking' },
    },
  },
});
