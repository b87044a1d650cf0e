import type { Proposal, ProposalList } from '#contract/proposals.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { proposalReviewMachine } from './proposal-review.machine.ts';
import { proposalReviewInvariants } from './proposal-review.rules.ts';

const id = (digit: number) => `01900000-0000-7000-8000-00000000d00${digit}`;
const session = { id: '01900000-0000-7000-8000-00000000c001', title: 'Session 3' };
const correction: Proposal = {
  id: id(1),
  kind: 'correction',
  author: 'Mira',
  text: '**Ysolde**: keeper of the lantern',
  createdAt: '2026-03-12T20:00:00.000Z',
  session,
  section: 'People',
  quote: '**Isolde**: keeper of the lantern',
  standing: 'same',
  present: null,
};
const ofChanged: Proposal = {
  ...correction,
  id: id(2),
  author: '',
  text: '**Orrin**: a carter from the coast',
  quote: '**Orin**: a carter',
  standing: 'changed',
  present: '**Orin**: a carter of the old road',
};
const comment: Proposal = {
  ...correction,
  id: id(3),
  kind: 'comment',
  text: 'We never asked what the bells were for.',
  quote: null,
};
const shown: Proposal = { ...comment, id: id(4), author: 'Sten', text: 'Best evening so far!' };
const another: Proposal = {
  ...correction,
  id: id(5),
  text: '**Sten**: rings the bell',
  quote: '**Sten**: a ringer',
};
const list: ProposalList = { open: [correction, ofChanged, comment], shown: [shown], more: 0 };
export const proposalReviewFlow = defineFlow({
  name: 'proposal-review',
  title: 'Suggestions of players',
  group: 'Sessions and notes',
  paragraph:
    'Players send corrections and comments from their page; what a language model proposes when it was ' +
    'asked to change notes waits here, too. The game master accepts a correction into the notes, edited ' +
    'if need be, shows a comment on the page, or rejects them, one by one or all that are listed; corrections of ' +
    'texts that have not changed can be accepted all at once. For ten seconds they can undo the last decision. If the notes have changed since a player wrote, the ' +
    'game master sees both texts first.',
  requirements: ['R1.4', 'R2.34'],
  story: [
    'closed',
    'open.loading',
    'open.listed.settled.ready',
    'open.listed.accepting',
    'open.listed.settled.decided',
  ],
  synonyms: {
    suggestion: ['proposal', 'players’ changes', 'feedback of players'],
  },
  machine: proposalReviewMachine,
  events: {
    'review.opened': [
      {
        name: 'the user opens the suggestions for a session',
        event: { type: 'review.opened', target: { kind: 'session', ...session } },
      },
    ],
    'review.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'draft.changed': [
      {
        name: 'the user begins to edit a correction',
        event: { type: 'draft.changed', id: correction.id, text: correction.text },
      },
      {
        name: 'the user edits a correction',
        event: { type: 'draft.changed', id: correction.id, text: '**Ysolde**: keeps the lantern' },
      },
      {
        name: 'the user discards the edit',
        event: { type: 'draft.changed', id: correction.id, text: null },
      },
    ],
    'acceptance.requested': [
      { name: 'the user accepts a correction', event: { type: 'acceptance.requested', id: correction.id } },
      {
        name: 'the user accepts a correction of a text that has changed',
        event: { type: 'acceptance.requested', id: ofChanged.id },
      },
      { name: 'the user accepts a comment', event: { type: 'acceptance.requested', id: comment.id } },
    ],
    'acceptAll.requested': 'the user accepts all corrections',
    'replacement.confirmed': 'the user replaces the current text',
    'replacement.declined': 'the user keeps the current text',
    'rejection.requested': [
      { name: 'the user rejects a comment', event: { type: 'rejection.requested', id: comment.id } },
    ],
    'rejectAll.requested': 'the user rejects all',
    'removal.requested': [
      { name: 'the user removes a comment', event: { type: 'removal.requested', id: shown.id } },
    ],
    'undo.requested': 'the user undoes the decision',
    'more.requested': 'the user wants the next ones',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readProposals: [
      done('there are some', { list, drafts: {} }),
      done('there are several corrections', {
        list: { open: [correction, another], shown: [], more: 0 },
        drafts: {},
      }),
      done('there are more than a list shows', {
        list: { open: [comment], shown: [], more: 7 },
        drafts: {},
      }),
      done('this browser keeps the text of an earlier visit', {
        list,
        drafts: { [correction.id]: '**Ysolde**: keeps the lantern' },
      }),
      unreachable,
    ],
    acceptProposals: [
      done('what was chosen is accepted', []),
      fails(
        'the notes have changed',
        'proposalOutdated',
        'The notes have changed since then. Compare both versions before you decide.',
      ),
      unreachable,
    ],
    rejectProposals: [done('they are rejected', undefined), unreachable],
    reopenProposals: [done('it is undone', undefined), unreachable],
  },
  alike: {
    readProposals: { 'the server cannot be reached': ['notFound', 'notesTooComplex'] },
    acceptProposals: { 'the server cannot be reached': ['notFound', 'proposalUnfit', 'unexpected'] },
    reopenProposals: { 'the server cannot be reached': ['proposalOutdated'] },
  },
  guards: {
    isWaiting: 'The suggestion waits for a decision.',
    areSeveral: 'More than one suggestion waits.',
    areSeveralUsable: 'More than one correction is of a text that has not changed since.',
    hasChanged: 'The text that the correction is about has changed since.',
    isShown: 'The comment is shown to players.',
    hasMore: 'More suggestions wait than the list shows.',
    isOutdated: 'The notes changed while the user decided.',
    cameTooLate: 'The server says that the notes have changed.',
  },
  // Left out are the texts of suggestions, what the user has made of them, and which were accepted: no guard and no rule reads these.
  abstraction: ({ list: read, drafts, chosen, decision, isOutdated }) => ({
    drafts: Object.keys(drafts),
    open: read?.open.map(({ id: one }) => one),
    shown: read?.shown.map(({ id: one }) => one),
    hasMore: read !== null && read.more > 0,
    chosen: chosen.map(({ id: one }) => one),
    decision: decision?.what === 'accepted' ? decision.what : decision,
    isOutdated,
  }),
  invariants: proposalReviewInvariants,
});
