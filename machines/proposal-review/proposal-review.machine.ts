import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nothingReviewed, proposalReviewSetup, replacedBy } from './proposal-review.setup.ts';

export const proposalReviewMachine = proposalReviewSetup.createMachine({
  id: 'proposalReview',
  context: nothingReviewed,
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetDrafts' } },
  states: {
    closed: {
      description:
        'The dialog is closed; the page keeps no suggestion. Texts that the user has edited are there when it opens again, also after a reload.',
      tags: tag.idle,
      entry: 'forgetList',
      on: {
        'review.opened': {
          target: 'open',
          actions: { type: 'keepTarget', params: ({ event }) => ({ target: event.target }) },
        },
      },
    },
    open: {
      description:
        'The dialog covers the page. A change goes on when it is closed: at its end the page reads its texts again, and tells a failure.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'review.closed': 'closed' },
      states: {
        loading: {
          description: 'Reads the suggestions, and what this device keeps of edited texts.',
          tags: tag.busy,
          invoke: {
            id: 'readProposals',
            src: 'readProposals',
            input: ({ context: { target, drafts } }) => ({ target, drafts }),
            onDone: {
              target: 'listed',
              actions: { type: 'keepOpened', params: ({ event }) => event.output },
            },
            onError: { target: 'unread', actions: keepFailure },
          },
        },
        unread: {
          description: 'The suggestions could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
        listed: {
          description: 'Lists the suggestions that wait, and the comments that players see.',
          initial: 'settled',
          states: {
            settled: {
              description: 'The game master reads and decides.',
              initial: 'ready',
              on: {
                'draft.changed': {
                  actions: [
                    { type: 'keepDraft', params: ({ event }) => event },
                    { type: 'keepOnDevice', params: ({ event }) => event },
                  ],
                },
                'acceptance.requested': [
                  {
                    guard: { type: 'hasChanged', params: ({ event }) => event },
                    target: 'asking',
                    actions: { type: 'keepChosen', params: ({ event }) => event },
                  },
                  {
                    guard: { type: 'isWaiting', params: ({ event }) => event },
                    target: 'accepting',
                    actions: { type: 'keepChosen', params: ({ event }) => event },
                  },
                ],
                'acceptAll.requested': {
                  guard: 'areSeveralUsable',
                  target: 'accepting',
                  actions: 'chooseAll',
                },
                'rejection.requested': {
                  guard: { type: 'isWaiting', params: ({ event }) => event },
                  target: 'rejecting',
                  actions: {
                    type: 'keepDecision',
                    params: ({ event }) => ({ what: 'rejected', ids: [event.id] }),
                  },
                },
                'rejectAll.requested': { guard: 'areSeveral', target: 'rejecting', actions: 'decideOnAll' },
                'removal.requested': {
                  guard: { type: 'isShown', params: ({ event }) => event },
                  target: 'rejecting',
                  actions: {
                    type: 'keepDecision',
                    params: ({ event }) => ({ what: 'removed', ids: [event.id] }),
                  },
                },
                'more.requested': { guard: 'hasMore', target: 'reloading' },
              },
              states: {
                ready: { description: 'No request is running.', tags: tag.idle, entry: 'forgetDecision' },
                decided: {
                  description: 'The decision is made; for ten seconds the dialog offers to undo it.',
                  tags: tag.done,
                  after: { undoOffer: 'ready' },
                  on: { 'undo.requested': '#proposalReview.open.listed.undoing' },
                },
                outdated: {
                  description:
                    'The notes had changed, so nothing was replaced. The list shows their current text.',
                  tags: tag.failed,
                  entry: 'forgetOutdated',
                },
                failed: {
                  description: 'The last action failed; the dialog says why.',
                  tags: tag.failed,
                  exit: 'forgetFailure',
                },
              },
            },
            asking: {
              description:
                'The notes have changed since the suggestion was made. The dialog shows both texts and asks ' +
                'whether to replace the current one.',
              tags: tag.waiting,
              entry: 'forgetDecision',
              on: {
                'replacement.confirmed': 'accepting',
                'replacement.declined': { target: 'settled', actions: 'forgetChosen' },
              },
            },
            accepting: {
              description:
                'The server puts corrections into the notes, as edited, or shows a comment on the players’ page. A ' +
                'correction of a text that is gone changes nothing, and leaves the list. Of several, those that could not be ' +
                'accepted, for instance because their text has changed meanwhile, stay in the list; so do those after the one ' +
                'at hand if the dialog is closed, and a notice says how many.',
              tags: tag.busy,
              exit: 'refreshNotes',
              invoke: {
                id: 'acceptProposals',
                src: 'acceptProposals',
                input: ({ context: { chosen } }) =>
                  chosen.map((proposal) => ({ proposal, replacing: replacedBy(proposal) })),
                onDone: {
                  target: 'settled.decided',
                  actions: [
                    { type: 'keepAccepted', params: ({ event }) => ({ left: event.output }) },
                    'forgetChosen',
                  ],
                },
                onError: [
                  {
                    guard: { type: 'cameTooLate', params: ({ event }) => event },
                    target: 'reloading',
                    actions: ['markOutdated', 'forgetChosen'],
                  },
                  { target: 'settled.failed', actions: [keepFailure, 'forgetChosen'] },
                ],
              },
            },
            rejecting: {
              description: 'The server rejects suggestions, or takes a comment off the players’ page.',
              tags: tag.busy,
              exit: 'refreshNotes',
              invoke: {
                id: 'rejectProposals',
                src: 'rejectProposals',
                input: ({ context }) => context.decision,
                onDone: { target: 'settled.decided', actions: 'keepRejected' },
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            undoing: {
              description:
                'The server undoes the decision. If it was a correction, the previous text returns to the notes, ' +
                'unless that text has changed since. Of several, all are undone or none.',
              tags: tag.busy,
              exit: ['forgetDecision', 'refreshNotes'],
              invoke: {
                id: 'reopenProposals',
                src: 'reopenProposals',
                input: ({ context }) => context.decision,
                onDone: 'reloading',
                onError: { target: 'settled.failed', actions: keepFailure },
              },
            },
            reloading: {
              description: 'Reads the suggestions again; the known ones stay visible.',
              tags: tag.busy,
              invoke: {
                id: 'readProposals',
                src: 'readProposals',
                input: ({ context: { target, drafts } }) => ({ target, drafts }),
                onDone: [
                  {
                    guard: 'isOutdated',
                    target: 'settled.outdated',
                    actions: { type: 'keepList', params: ({ event }) => event.output },
                  },
                  {
                    target: 'settled',
                    actions: { type: 'keepList', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'settled.failed', actions: [keepFailure, 'forgetOutdated'] },
              },
            },
          },
        },
      },
    },
  },
});
