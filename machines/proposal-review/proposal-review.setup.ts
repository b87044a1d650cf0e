import { assign, setup } from 'xstate';
import type { Proposal, ProposalList } from '#contract/proposals.ts';
import type { SharedKind } from '#contract/sharing.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface ReviewTarget {
  readonly kind: SharedKind;
  readonly id: string;
  readonly title: string;
}

export interface Decision {
  readonly what: 'accepted' | 'rejected' | 'removed';
  readonly ids: readonly string[];
}

/** By suggestion: the text that the user has made of it. */
export type ReviewDrafts = Readonly<Record<string, string>>;

export interface ProposalReviewContext {
  readonly target: ReviewTarget | null;
  readonly list: ProposalList | null;
  /** Kept beyond a decision, so that undoing it brings it back, too. */
  readonly drafts: ReviewDrafts;
  /** With the texts that the user accepts. */
  readonly chosen: readonly Proposal[];
  readonly decision: Decision | null;
  readonly isOutdated: boolean;
  readonly failure: Failure | null;
}

type ProposalReviewEvent =
  | { type: 'review.opened'; target: ReviewTarget }
  | { type: 'review.closed' }
  | { type: 'retry' }
  /** Null: the text as it was suggested. */
  | { type: 'draft.changed'; id: string; text: string | null }
  | { type: 'acceptance.requested'; id: string }
  | { type: 'acceptAll.requested' }
  | { type: 'replacement.confirmed' }
  | { type: 'replacement.declined' }
  | { type: 'rejection.requested'; id: string }
  | { type: 'rejectAll.requested' }
  | { type: 'removal.requested'; id: string }
  | { type: 'undo.requested' }
  | { type: 'more.requested' }
  | { type: 'user.left' };

export interface AcceptanceInput {
  readonly proposal: Proposal;
  readonly replacing: string | null;
}

export const nothingReviewed: ProposalReviewContext = {
  target: null,
  list: null,
  drafts: {},
  chosen: [],
  decision: null,
  isOutdated: false,
  failure: null,
};

/** Null if accepting replaces nothing. */
export function replacedBy({ kind, quote, standing, present }: Proposal): string | null {
  if (kind === 'comment' || standing === 'gone') return null;
  return standing === 'changed' ? present : quote;
}

/** Corrections of texts that stand as their authors read them: accepting these asks nothing and shows nothing to players. */
export const usableAtOnce = (list: ProposalList | null): readonly Proposal[] =>
  list?.open.filter(({ kind, standing }) => kind === 'correction' && standing === 'same') ?? [];

const find = (proposals: readonly Proposal[] | undefined, id: string) =>
  proposals?.find((proposal) => proposal.id === id) ?? null;

const edited = (proposal: Proposal, drafts: ReviewDrafts): Proposal => ({
  ...proposal,
  text: drafts[proposal.id] ?? proposal.text,
});

function without(list: ProposalList | null, { what, ids }: Decision): ProposalList | null {
  if (list === null) return null;
  const isLeft = ({ id }: Proposal) => !ids.includes(id);
  const shown =
    what === 'accepted' ? list.open.filter(({ id, kind }) => kind === 'comment' && ids.includes(id)) : [];
  return { ...list, open: list.open.filter(isLeft), shown: [...shown, ...list.shown.filter(isLeft)] };
}

export const proposalReviewSetup = setup({
  types: {} as { context: ProposalReviewContext; events: ProposalReviewEvent; tags: Tag },
  actors: {
    /** Ends also with what this device keeps, which `drafts` of an undone decision are again. */
    readProposals: notProvidedActor<
      { list: ProposalList; drafts: ReviewDrafts },
      { target: ReviewTarget | null; drafts: ReviewDrafts }
    >('readProposals'),
    /** Ends with the ids of those that it left open, because the notes had changed; fails if it left all. */
    acceptProposals: notProvidedActor<readonly string[], readonly AcceptanceInput[]>('acceptProposals'),
    rejectProposals: notProvidedActor<void, Decision | null>('rejectProposals'),
    reopenProposals: notProvidedActor<void, Decision | null>('reopenProposals'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshNotes: notProvidedAction('refreshNotes'),
    keepOnDevice: notProvidedAction<{ id: string }>('keepOnDevice'),
    keepTarget: assign(({ context: { drafts } }, { target }: { target: ReviewTarget }) => ({
      ...nothingReviewed,
      drafts,
      target,
    })),
    keepDraft: assign({
      drafts: ({ context }, { id, text }: { id: string; text: string | null }) => {
        const { [id]: _, ...others } = context.drafts;
        return text === null ? others : { ...others, [id]: text };
      },
    }),
    /** This device may know what another tab has written, or discarded. */
    keepOpened: assign((_, { list, drafts }: { list: ProposalList; drafts: ReviewDrafts }) => ({
      list,
      drafts,
    })),
    keepList: assign(({ context }, { list, drafts }: { list: ProposalList; drafts: ReviewDrafts }) => ({
      list,
      drafts: { ...drafts, ...context.drafts },
    })),
    keepChosen: assign({
      chosen: ({ context: { list, drafts } }, { id }: { id: string }) => {
        const proposal = find(list?.open, id);
        return proposal === null ? [] : [edited(proposal, drafts)];
      },
    }),
    chooseAll: assign({
      chosen: ({ context: { list, drafts } }) =>
        usableAtOnce(list).map((proposal) => edited(proposal, drafts)),
    }),
    forgetChosen: assign({ chosen: [] }),
    keepAccepted: assign(({ context: { list, chosen } }, { left }: { left: readonly string[] }) => {
      const ids = chosen.map(({ id }) => id).filter((id) => !left.includes(id));
      const decision: Decision = { what: 'accepted', ids };
      return { decision, list: without(list, decision) };
    }),
    keepDecision: assign({ decision: (_, decision: Decision) => decision }),
    decideOnAll: assign({
      decision: ({ context: { list } }): Decision => ({
        what: 'rejected',
        ids: list?.open.map(({ id }) => id) ?? [],
      }),
    }),
    keepRejected: assign({
      list: ({ context: { list, decision } }) => (decision === null ? list : without(list, decision)),
    }),
    forgetDecision: assign({ decision: null }),
    markOutdated: assign({ isOutdated: true }),
    forgetOutdated: assign({ isOutdated: false }),
    forgetList: assign(({ context: { drafts } }) => ({ ...nothingReviewed, drafts })),
    forgetDrafts: assign({ drafts: {} }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isWaiting: ({ context: { list } }, { id }: { id: string }) => find(list?.open, id) !== null,
    areSeveral: ({ context: { list } }) => (list?.open.length ?? 0) > 1,
    areSeveralUsable: ({ context: { list } }) => usableAtOnce(list).length > 1,
    hasChanged: ({ context: { list } }, { id }: { id: string }) => {
      const proposal = find(list?.open, id);
      return proposal?.kind === 'correction' && proposal.standing === 'changed';
    },
    isShown: ({ context: { list } }, { id }: { id: string }) => find(list?.shown, id) !== null,
    hasMore: ({ context: { list } }) => (list?.more ?? 0) > 0,
    isOutdated: ({ context }) => context.isOutdated,
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'proposalOutdated'),
  },
  delays: {
    undoOffer: seconds(10),
  },
});
