import { assign, setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const clientIdLookupMachine = setup({
  types: {} as {
    context: { readonly clientId: string | null };
    tags: Tag;
    output: { clientId: string | null };
  },
  actors: {
    readClientId: notProvidedActor<string | null>('readClientId'),
  },
  actions: {
    keepClientId: assign({ clientId: (_, params: { clientId: string | null }) => params.clientId }),
  },
  guards: {
    isSet: (_, params: { clientId: string | null }) => params.clientId !== null,
  },
  delays: {
    pollInterval: milliseconds(100),
    timeLimit: milliseconds(200),
  },
}).createMachine({
  id: 'clientIdLookup',
  context: { clientId: null },
  initial: 'lookingUp',
  output: ({ context }) => ({ clientId: context.clientId }),
  states: {
    lookingUp: {
      description: 'Looks for the id for at most 200 ms.',
      tags: tag.busy,
      initial: 'reading',
      after: { timeLimit: 'missing' },
      states: {
        reading: {
          description: 'Reads the id.',
          invoke: {
            id: 'readClientId',
            src: 'readClientId',
            onDone: [
              {
                guard: { type: 'isSet', params: ({ event }) => ({ clientId: event.output }) },
                target: '#clientIdLookup.found',
                actions: { type: 'keepClientId', params: ({ event }) => ({ clientId: event.output }) },
              },
              { target: 'resting' },
            ],
            onError: '#clientIdLookup.missing',
          },
        },
        resting: {
          description: 'The id is not set yet.',
          tags: tag.waiting,
          after: { pollInterval: 'reading' },
        },
      },
    },
    found: {
      description: 'The id is known.',
      tags: tag.done,
      type: 'final',
    },
    missing: {
      description: 'There is no id; the checkout continues without it.',
      tags: tag.done,
      type: 'final',
    },
  },
});
