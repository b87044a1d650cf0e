import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { campaignSearchSetup, hitOf, nothingSearched } from './campaign-search.setup.ts';

export const campaignSearchMachine = campaignSearchSetup.createMachine({
  id: 'campaignSearch',
  context: nothingSearched,
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetAll' } },
  states: {
    closed: {
      description:
        'The dialog is closed. The last six searches of which a hit was played or opened are kept while the ' +
        'page is open.',
      tags: tag.idle,
      entry: 'forgetSearch',
      on: {
        'search.opened': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ campaignId: event.campaignId }) },
        },
      },
    },
    open: {
      description: 'The dialog covers the page.',
      tags: tag.modal,
      initial: 'blank',
      exit: 'leaveModal',
      on: {
        'search.closed': 'closed',
        'query.changed': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event },
            target: '.blank',
            actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          },
          {
            target: '.typing',
            actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          },
        ],
        'selection.moved': {
          guard: 'areHits',
          actions: { type: 'moveSelection', params: ({ event }) => ({ by: event.by }) },
        },
        'play.requested': {
          guard: { type: 'canPlay', params: ({ event }) => event },
          actions: [
            { type: 'select', params: ({ event }) => ({ id: event.id }) },
            {
              type: 'playHit',
              params: ({ context, event }) => ({ hit: hitOf(context, event.id) }),
            },
            'rememberQuery',
          ],
        },
        'open.requested': {
          guard: { type: 'isHit', params: ({ event }) => event },
          target: '#campaignSearch.closed',
          actions: [
            { type: 'openHit', params: ({ context, event }) => ({ hit: hitOf(context, event.id) }) },
            'rememberQuery',
          ],
        },
        'filter.changed': {
          guard: 'hasQuery',
          target: '.searching',
          actions: { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
        },
      },
      states: {
        blank: {
          description:
            'Nothing is typed. The dialog offers what was looked for before, and names from the campaigns.',
          tags: tag.waiting,
          entry: 'forgetResult',
          on: {
            'query.chosen': {
              guard: { type: 'isOffered', params: ({ event }) => event },
              target: 'searching',
              actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            },
          },
          invoke: {
            id: 'readSuggestions',
            src: 'readSuggestions',
            input: ({ context }) => context.filters,
            onDone: {
              actions: { type: 'keepSuggestions', params: ({ event }) => ({ suggestions: event.output }) },
            },
            onError: { actions: { type: 'keepSuggestions', params: { suggestions: [] } } },
          },
        },
        typing: {
          description: 'The user is typing; what was found before stays visible.',
          tags: tag.waiting,
          after: { typingPause: 'searching' },
        },
        searching: {
          description: 'The server searches; what was found before stays visible.',
          tags: tag.busy,
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { query, filters } }) => ({ query, filters }),
            onDone: [
              {
                guard: { type: 'hasHits', params: ({ event }) => ({ result: event.output }) },
                target: 'found',
                actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
              },
              {
                target: 'nothing',
                actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'failed', actions: keepFailure },
          },
        },
        found: {
          description:
            'Lists what was found. One of it is selected: it can be opened where it is, or played here if it was recorded.',
          initial: 'passages',
          states: {
            passages: {
              description:
                'The passages are all there is. If they may answer a question and a language model is there, it can be asked, after saying what that sends.',
              tags: tag.done,
              on: { 'answer.requested': { guard: 'canAnswer', target: 'answering' } },
            },
            answering: {
              description:
                'The language model reads the passages, for five minutes at most. They stay there to be played; the ' +
                'user can stop it.',
              tags: tag.busy,
              on: { 'answer.cancelled': 'passages' },
              after: { longestAnswer: 'unanswered' },
              invoke: {
                id: 'answerQuestion',
                src: 'answerQuestion',
                input: ({ context: { query, filters } }) => ({ query, filters }),
                onDone: [
                  {
                    guard: { type: 'hasAnswer', params: ({ event }) => ({ answer: event.output }) },
                    target: 'answered',
                    actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
                  },
                  { target: 'unanswered' },
                ],
                onError: { target: 'unanswered', actions: keepFailure },
              },
            },
            answered: {
              description:
                'Shows the answer, each sentence with the passages that say it, or that no passage says it.',
              tags: tag.done,
              exit: 'forgetAnswer',
            },
            unanswered: {
              description: 'The language model failed or took too long; the user can ask again.',
              tags: tag.failed,
              exit: 'forgetFailure',
              on: { 'answer.requested': 'answering' },
            },
          },
        },
        nothing: {
          description:
            'Nothing was found; the dialog says so, or that not all is indexed yet, and suggests fewer words or ' +
            'filters. Typing or another filter searches again.',
          tags: tag.done,
        },
        failed: {
          description: 'The search failed; the dialog says why, and the user can try again.',
          tags: tag.failed,
          entry: 'forgetResult',
          exit: 'forgetFailure',
          on: { retry: 'searching' },
        },
      },
    },
  },
});
