import { tag } from '../../kit/tags.ts';
import { analysisSetup, existingOf } from '../analysis.setup.ts';

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
      description: 'The price is known and holds for 15 minutes. A price that has changed is pointed out.',
      tags: tag.waiting,
      after: { quoteLifetime: 'quoting' },
      on: {
        'level.chosen': {
          actions: { type: 'chooseLevel', params: ({ event }) => ({ detailLevel: event.detailLevel }) },
        },
        'start.confirmed': { guard: 'isAffordable', target: '#analysis.starting' },
        'existing.requested': {
          guard: 'hasExisting',
          target: '#analysis.recalling',
          actions: [
            {
              type: 'showResult',
              params: ({ context }) => ({
                sessionId: context.sessionId,
                analysisId: existingOf(context)?.id ?? '',
              }),
            },
            'keepExisting',
          ],
        },
      },
    },
  },
});
