import { assign, setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export interface TargetPlace {
  readonly top: number;
  readonly barHeight: number;
}

interface Arrival {
  readonly target: string | null;
  readonly saved: number | null;
}

export const scrollToTargetMachine = setup({
  types: {} as {
    context: { readonly target: string };
    events: { type: 'route.changed' } & Arrival;
    tags: Tag;
  },
  actors: {
    findTarget: notProvidedActor<TargetPlace | null, { target: string }>('findTarget'),
  },
  actions: {
    scrollSmoothly: notProvidedAction<{ top: number }>('scrollSmoothly'),
    restorePosition: notProvidedAction<{ top: number }>('restorePosition'),
    scrollToTop: notProvidedAction('scrollToTop'),
    keepTarget: assign({ target: (_, params: Arrival) => params.target ?? '' }),
  },
  guards: {
    namesTarget: (_, params: Arrival) => params.target !== null,
    hasSavedPosition: (_, params: Arrival) => params.saved !== null,
    isThere: (_, params: { place: TargetPlace | null }) => params.place !== null,
  },
  delays: {
    settlingTime: milliseconds(500),
  },
}).createMachine({
  id: 'scrollToTarget',
  context: { target: '' },
  initial: 'resting',
  on: {
    'route.changed': [
      {
        guard: { type: 'hasSavedPosition', params: ({ event }) => event },
        target: '.resting',
        actions: { type: 'restorePosition', params: ({ event }) => ({ top: event.saved ?? 0 }) },
      },
      {
        guard: { type: 'namesTarget', params: ({ event }) => event },
        target: '.waiting',
        reenter: true,
        actions: { type: 'keepTarget', params: ({ event }) => event },
      },
      { target: '.resting', actions: 'scrollToTop' },
    ],
  },
  states: {
    resting: {
      description: 'The page is where it should be: at the top, at the target, or where the reader left it.',
      tags: tag.idle,
    },
    waiting: {
      description: 'The route names a target; the page has half a second to show it (R2.19).',
      tags: tag.waiting,
      after: { settlingTime: 'finding' },
    },
    finding: {
      description: 'Looks for the target on the page; without it, the page starts at the top.',
      tags: tag.busy,
      invoke: {
        id: 'findTarget',
        src: 'findTarget',
        input: ({ context }) => ({ target: context.target }),
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => ({ place: event.output }) },
            target: 'resting',
            actions: {
              type: 'scrollSmoothly',
              params: ({ event: { output } }) => ({ top: (output?.top ?? 0) - (output?.barHeight ?? 0) }),
            },
          },
          { target: 'resting', actions: 'scrollToTop' },
        ],
        onError: { target: 'resting', actions: 'scrollToTop' },
      },
    },
  },
});
