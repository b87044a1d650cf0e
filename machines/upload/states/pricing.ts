import { existingOf } from '../../analysis/analysis.setup.ts';
import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

/** The exact price, by the length that the server measured. */
export const quoting = uploadSetup.createStateConfig({
  description: 'The exact price of both levels is worked out on the measured length (D2).',
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
      target: 'failed.unquoted',
      actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
    },
  },
});

export const quoted = uploadSetup.createStateConfig({
  description: 'The price is known and holds for 15 minutes. A price that has changed is pointed out.',
  tags: tag.waiting,
  on: {
    'level.chosen': {
      actions: { type: 'chooseLevel', params: ({ event }) => ({ detailLevel: event.detailLevel }) },
    },
    'start.confirmed': { guard: 'isAffordable', target: 'starting' },
    'existing.requested': {
      guard: 'hasExisting',
      target: 'stored',
      actions: {
        type: 'showResult',
        params: ({ context }) => ({
          sessionId: context.sessionId,
          analysisId: existingOf(context)?.id ?? '',
        }),
      },
    },
    keep: 'stored',
  },
  after: { quoteLifetime: 'quoting' },
});

export const starting = uploadSetup.createStateConfig({
  description: 'The credits are reserved and the analysis is queued; the same terms never start it twice.',
  tags: tag.busy,
  entry: 'forgetFailure',
  invoke: {
    id: 'startAnalysis',
    src: 'startAnalysis',
    input: ({ context }) => ({
      sessionId: context.sessionId,
      quoteId: context.quote?.id ?? '',
      detailLevel: context.detailLevel,
    }),
    onDone: {
      target: 'handedOver',
      actions: [
        { type: 'keepAnalysis', params: ({ event }) => ({ id: event.output.id }) },
        {
          type: 'openAnalysis',
          params: ({ context, event }) => ({
            sessionId: context.sessionId,
            analysisId: event.output.id,
          }),
        },
        { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
      ],
    },
    onError: [
      {
        guard: { type: 'needsNewPrice', params: ({ event }) => ({ error: event.error }) },
        target: 'quoting',
        actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
      },
      {
        target: 'failed.notStarted',
        actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
      },
    ],
  },
});
