import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { analysisStartSetup, detailLevelOf, peopleOf, writerOf } from './analysis-start.setup.ts';

export const analysisStartMachine = analysisStartSetup.createMachine({
  id: 'analysisStart',
  context: ({ input }) => ({
    ...input,
    quote: null,
    writer: null,
    people: null,
    started: null,
    existingId: null,
    failure: null,
    hasWaited: false,
  }),
  output: ({ context }) => ({
    detailLevel: detailLevelOf(context),
    started: context.started,
    existingId: context.existingId,
  }),
  initial: 'askingPrice',
  states: {
    askingPrice: {
      description: 'The user sees who can write, the exact price of both levels, and decides.',
      initial: 'quoting',
      on: { 'source.changed': { target: '.quoting', reenter: true, actions: 'forgetWait' } },
      states: {
        quoting: {
          description:
            'The server calculates what both levels cost by each writer, from the length of the recording or transcript (D2).',
          tags: tag.busy,
          invoke: {
            id: 'quote',
            src: 'quote',
            input: ({ context }) => ({ sessionId: context.sessionId }),
            onDone: {
              target: 'quoted',
              actions: { type: 'keepQuote', params: ({ event }) => ({ quote: event.output }) },
            },
            onError: [
              {
                guard: { type: 'cannotHear', params: ({ event }) => event },
                target: 'waitingToHear',
              },
              {
                target: 'unquoted',
                actions: keepFailure,
              },
            ],
          },
        },
        waitingToHear: {
          description:
            'The server cannot transcribe recordings right now, so there is no price: the recording is kept ' +
            'free of charge. The page asks again every minute.',
          tags: tag.waiting,
          entry: 'noteWait',
          after: { hearingCheck: 'quoting' },
          on: { retry: 'quoting', keep: { guard: 'canWait', target: '#analysisStart.left' } },
        },
        unquoted: {
          description: 'There is no price, and the page says why.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'quoting', keep: { guard: 'canWait', target: '#analysisStart.left' } },
        },
        quoted: {
          description:
            'The price is shown. It is valid for 15 minutes, or as long as the operator has set; then a new one is requested. If the server refused to start because the price had changed, the page says so.',
          tags: tag.waiting,
          after: { quoteLifetime: 'quoting' },
          on: {
            'level.chosen': {
              actions: { type: 'chooseLevel', params: ({ event }) => ({ detailLevel: event.detailLevel }) },
            },
            'writer.chosen': {
              guard: { type: 'isAnother', params: ({ event }) => event },
              actions: { type: 'chooseWriter', params: ({ event }) => ({ writer: event.writer }) },
            },
            'people.chosen': {
              guard: { type: 'canBeSo', params: ({ event }) => event },
              actions: { type: 'choosePeople', params: ({ event }) => ({ people: event.people }) },
            },
            'start.confirmed': { guard: 'isAffordable', target: '#analysisStart.starting' },
            'existing.requested': {
              guard: 'hasExisting',
              target: '#analysisStart.existingOpened',
              actions: 'keepExisting',
            },
            keep: { guard: 'canWait', target: '#analysisStart.left' },
          },
        },
      },
    },
    starting: {
      description:
        'The server reserves the credits and queues the analysis; the same terms never start it twice.',
      tags: tag.busy,
      entry: 'forgetFailure',
      invoke: {
        id: 'startAnalysis',
        src: 'startAnalysis',
        input: ({ context }) => ({
          sessionId: context.sessionId,
          quoteId: context.quote?.id ?? '',
          detailLevel: detailLevelOf(context),
          writer: writerOf(context),
          people: peopleOf(context),
        }),
        onDone: {
          target: 'started',
          actions: { type: 'keepStarted', params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: 'cannotHear', params: ({ event }) => event },
            target: 'askingPrice.waitingToHear',
          },
          {
            guard: { type: 'needsNewPrice', params: ({ event }) => event },
            target: 'askingPrice',
            actions: keepFailure,
          },
          {
            target: 'notStarted',
            actions: keepFailure,
          },
        ],
      },
    },
    notStarted: {
      description: 'The analysis could not be started. A retry never charges twice.',
      tags: tag.failed,
      on: {
        retry: 'starting',
        'price.requested': { target: 'askingPrice', actions: 'forgetFailure' },
        keep: { guard: 'canWait', target: 'left' },
      },
    },
    started: {
      description: 'The analysis is queued.',
      tags: tag.done,
      type: 'final',
    },
    existingOpened: {
      description: 'The user opens existing notes; nothing is charged.',
      tags: tag.done,
      type: 'final',
    },
    left: {
      description: 'The user decides to analyze later; the recording stays.',
      tags: tag.done,
      type: 'final',
    },
  },
});
