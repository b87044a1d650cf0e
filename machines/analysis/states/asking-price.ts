import { tag } from '../../kit/tags.ts';
import { analysisSetup } from '../analysis.setup.ts';

/** From the quote to the user's word; a quote that runs out is asked for anew. */
export const askingPrice = analysisSetup.createStateConfig({
  description: 'The user learns the exact price of both levels, and decides.',
  initial: 'quoting',
  on: { 'source.changed': { target: '.quoting', reenter: true } },
  states: {
    quoting: {
      description: 'The server works out the price of both levels.',
      tags: tag.busy,
      invoke: {
        id: 'quote',
        src: 'quote',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: {
          target: 'quoted',
          actions: { type: 'keepQuote', params: ({ event }) => ({ quote: event.output }) },
        },
        onError: {
          target: 'unquoted',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unquoted: {
      description: 'There is no price, and the reason is shown.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { retry: 'quoting' },
    },
    quoted: {
      description: 'The price of both levels is known, and holds for 15 minutes.',
      tags: tag.waiting,
      initial: 'choosing',
      after: { quoteLifetime: 'quoting' },
      states: {
        choosing: {
          description: 'The user chooses a level. A price that has changed meanwhile is pointed out.',
          on: {
            'level.chosen': {
              actions: {
                type: 'chooseLevel',
                params: ({ event }) => ({ detailLevel: event.detailLevel }),
              },
            },
            'start.requested': [
              { guard: 'isAffordable', target: 'confirming', actions: 'forgetFailure' },
              { target: '#analysis.insufficientCredits', actions: 'forgetFailure' },
            ],
          },
        },
        confirming: {
          description: 'The user sees once more what it costs.',
          tags: tag.modal,
          on: {
            'start.confirmed': '#analysis.starting',
            'start.dismissed': 'choosing',
          },
        },
      },
    },
  },
});
