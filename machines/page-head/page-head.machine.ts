import { assign, setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type HeadSource = { readonly path: string } | { readonly title: string };

export const pageHeadMachine = setup({
  types: {} as {
    context: { readonly source: HeadSource | null };
    events: { type: 'place.shown'; source: HeadSource };
    tags: Tag;
  },
  actors: {
    applyHead: notProvidedActor<void, { source: HeadSource | null }>('applyHead'),
  },
  actions: {
    keepSource: assign({ source: (_, params: { source: HeadSource }) => params.source }),
  },
  delays: {
    headDebounce: milliseconds(10),
  },
}).createMachine({
  id: 'pageHead',
  context: { source: null },
  initial: 'resting',
  on: {
    'place.shown': {
      target: '.settling',
      reenter: true,
      actions: { type: 'keepSource', params: ({ event }) => event },
    },
  },
  states: {
    resting: {
      description: 'The head matches the page.',
      tags: tag.idle,
    },
    settling: {
      description: 'Another page is shown; a further change within 10 ms replaces it (R9.11).',
      tags: tag.waiting,
      after: { headDebounce: 'applying' },
    },
    applying: {
      description: 'Title, description and address are written into the head.',
      tags: tag.busy,
      invoke: {
        id: 'applyHead',
        src: 'applyHead',
        input: ({ context }) => ({ source: context.source }),
        onDone: 'resting',
        onError: 'resting',
      },
    },
  },
});
