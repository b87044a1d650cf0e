import { assign, setup } from 'xstate';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type Choice = 'granted' | 'refused';

/** What there is to know before anybody is asked. */
export interface ConsentSurroundings {
  /** Names what is asked: which trackers are set up, in which words. Null where none is. */
  readonly question: string | null;
  /** What was answered before, and to which question. */
  readonly kept: { readonly choice: Choice; readonly question: string } | null;
  /** The browser says for its user that they do not want to be tracked (Global Privacy Control, Do Not Track). */
  readonly isOptedOut: boolean;
}

export type ConsentEvent =
  | { type: 'choice.made'; choice: Choice }
  /** The visitor has chosen in another tab; null: their choice was deleted there. */
  | { type: 'choice.heard'; choice: Choice | null };

type Known = { surroundings: ConsentSurroundings };
type Chosen = { choice: Choice | null };

const chosen = (choice: Choice) =>
  ({
    guard: { type: 'isChoice', params: ({ event }: { event: Chosen }) => ({ given: event.choice, choice }) },
    target: `.${choice}`,
  }) as const;

/** Whether trackers may run on this page: asked once, answered freely, changed at any time (R7.15). */
export const consentMachine = setup({
  types: {} as {
    context: { readonly question: string | null };
    events: ConsentEvent;
    tags: Tag;
  },
  actors: {
    readSurroundings: notProvidedActor<ConsentSurroundings>('readSurroundings'),
    /** Hears of choices in other tabs. */
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
      description: 'Whether there is anything to ask is being found out; nothing runs.',
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
      description: 'No tracker is set up, or none can be known of: nobody is asked and nothing runs.',
      type: 'final',
    },
    optedOut: {
      description:
        'The browser itself says no for its user; that is an answer, so nobody is asked and nothing runs.',
      tags: tag.done,
      type: 'final',
    },
    deciding: {
      description: 'There is a question, and the visitor may answer it, now or differently later.',
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
            'The question stands at the bottom of the page, with two equal answers; nothing runs meanwhile.',
          tags: tag.waiting,
        },
        granted: {
          description: 'The visitor agrees: what is set up runs.',
          tags: tag.done,
          entry: 'startTracking',
          exit: 'stopTracking',
        },
        refused: {
          description: 'The visitor does not agree: nothing runs, and nobody asks again.',
          tags: tag.idle,
        },
      },
    },
  },
});
