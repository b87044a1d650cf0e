import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const accountPartMachine = setup({
  types: {} as {
    context: { readonly failure: Failure | null };
    events: { type: 'account.needed' };
    tags: Tag;
  },
  actors: {
    loadAccountPart: notProvidedActor<void>('loadAccountPart'),
  },
  actions: {
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'accountPart',
  context: { failure: null },
  initial: 'absent',
  states: {
    absent: {
      description: 'A visitor reads the public pages; the account part is not loaded.',
      tags: tag.idle,
      on: { 'account.needed': 'loading' },
    },
    loading: {
      description: 'The account part is being loaded; meanwhile the page does not change.',
      tags: tag.busy,
      invoke: {
        id: 'loadAccountPart',
        src: 'loadAccountPart',
        onDone: 'present',
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => event },
        },
      },
    },
    failed: {
      description: 'The account part could not be loaded; the page says so, and the user can try again.',
      tags: tag.failed,
      on: { 'account.needed': { target: 'loading', actions: 'forgetFailure' } },
    },
    present: {
      description: 'The account part runs until the user leaves the page.',
      tags: tag.done,
      type: 'final',
    },
  },
});
