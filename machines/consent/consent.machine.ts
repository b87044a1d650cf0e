import { assign, setup } from 'xstate';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type Choice = 'granted' | 'refused';

interface ConsentSurroundings {
  readonly question: string | null;
  readonly kept: { readonly choice: Choice; readonly question: string } | null;
  readonly isOptedOut: boolean;
}

type ConsentEvent =
  | { type: 'choice.made'; choice: Choice }
  /** In another tab; null: deleted there. */
  | { type: 'choice.heard'; choice: Choice | null };

type Known = { surroundings: ConsentSurroundings };
type Chosen = { choice: Choice | null };

const chosen = (choice: Choice) =>
  ({
    guard: { type: 'isChoice', params: ({ event }: { event: Chosen }) => ({ given: event.choice, choice }) },
    target: `.${choice}`,
  }) as const;

export const consentMachine = setup({
  types: {} as {
    context: { readonly question: string | null };
    events: ConsentEvent;
    tags: Tag;
  },
  actors: {
    readSurroundings: notProvidedActor<ConsentSurroundings>('readSurroundings'),
    watchOtherTabs: notProvidedCallback('watchOtherTabs'),
  },
  actions: {
    keepChoice: notProvidedAction<{ choice: Choice; question: string | null }>('keepChoice'),
    startTracking: notProvidedAction('startTracking'),
    stopTracking: notProvidedAction('stopTracking'),
    keepQuestion: assign({ question: (_, { surroundings }: Known) => surroundings.question }),
  },
  guards: {
    nothingToAsk: (_, { surroundings }: Known) => surroundings.question === null,
    isOptedOut: (_, { surroundings }: Known) => surroundings.isOptedOut,
    isKept: (_, params: Known & { choice: Choice }) =>
      params.surroundings.kept?.choice === params.choice &&
      params.surroundings.kept.question === params.surroundings.question,
    isChoice: (_, params: { given: Choice | null; choice: Choice }) => params.given === params.choice,
  },
}).createMachine({
  id: 'consent',
  context: { question: null },
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Finds out whether to ask; no tracker runs.',
      tags: tag.busy,
      invoke: {
        id: 'readSurroundings',
        src: 'readSurroundings',
        onDone: [
          {
            guard: { type: 'nothingToAsk', params: ({ event }) => ({ surroundings: event.output }) },
            target: 'notNeeded',
          },
          {
            guard: { type: 'isOptedOut', params: ({ event }) => ({ surroundings: event.output }) },
            target: 'optedOut',
          },
          {
            guard: {
              type: 'isKept',
              params: ({ event }) => ({ surroundings: event.output, choice: 'granted' }),
            },
            target: 'deciding.granted',
            actions: { type: 'keepQuestion', params: ({ event }) => ({ surroundings: event.output }) },
          },
          {
            guard: {
              type: 'isKept',
              params: ({ event }) => ({ surroundings: event.output, choice: 'refused' }),
            },
            target: 'deciding.refused',
            actions: { type: 'keepQuestion', params: ({ event }) => ({ surroundings: event.output }) },
          },
          {
            target: 'deciding.asked',
            actions: { type: 'keepQuestion', params: ({ event }) => ({ surroundings: event.output }) },
          },
        ],
        onError: 'notNeeded',
      },
    },
    notNeeded: {
      description: 'No trackers are set up, or the server did not say which: no banner, and no tracker runs.',
      type: 'final',
    },
    optedOut: {
      description: 'The browser opts out for its user. That is an answer: no banner, and no tracker runs.',
      tags: tag.done,
      type: 'final',
    },
    deciding: {
      description: 'The visitor can answer, and can change the answer later.',
      initial: 'asked',
      invoke: { id: 'watchOtherTabs', src: 'watchOtherTabs', onError: {} },
      on: {
        'choice.made': [
          {
            ...chosen('granted'),
            actions: {
              type: 'keepChoice',
              params: ({ context }) => ({ choice: 'granted', question: context.question }),
            },
          },
          {
            target: '.refused',
            actions: {
              type: 'keepChoice',
              params: ({ context }) => ({ choice: 'refused', question: context.question }),
            },
          },
        ],
        'choice.heard': [chosen('granted'), chosen('refused'), { target: '.asked' }],
      },
      states: {
        asked: {
          description:
            'The banner asks at the bottom of the page, with two equal answers; no tracker runs meanwhile.',
          tags: tag.waiting,
        },
        granted: {
          description: 'The visitor agrees: trackers run.',
          tags: tag.done,
          entry: 'startTracking',
          exit: 'stopTracking',
        },
        refused: {
          description:
            'The visitor does not agree: no tracker runs, and the banner does not return unless the question changes or the answer is deleted.',
          tags: tag.idle,
        },
      },
    },
  },
});
