import {
  acceptProposal,
  listCampaignProposals,
  listSessionProposals,
  type Proposal,
  type ProposalList,
  rejectProposals,
  reopenProposals,
} from '#contract/proposals.ts';
import { implement } from '#machines/kit/implement.ts';
import { proposalReviewMachine } from '#machines/proposal-review/proposal-review.machine.ts';
import type {
  AcceptanceInput,
  ReviewDrafts,
  ReviewTarget,
} from '#machines/proposal-review/proposal-review.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { formDrafts, unsavedIn } from '#web/effects/form-drafts.ts';
import { followLeft, type LeftDialog } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { suggestionForm } from '../record-change/use-drafts.ts';

export function provideProposalReview(
  around: LeftDialog &
    Pick<Surroundings, 'refreshNotes' | 'closeModal' | 'storage'> & {
      client: Pick<Surroundings['client'], 'call'>;
    },
): typeof proposalReviewMachine {
  const { client, refreshNotes } = around;
  const kept = formDrafts(around.storage, around.userId);
  function keep(target: ReviewTarget | null, proposal: Proposal, text = proposal.text) {
    const unsaved = unsavedIn({ written: { text }, from: {} }, { text: proposal.text });
    kept.keep(suggestionForm(target, proposal), unsaved);
  }
  let undone: readonly string[] = [];
  /** What an undo has brought back is kept again; of the others, this device knows what is written in any tab. */
  function withDrafts(target: ReviewTarget, list: ProposalList, written: ReviewDrafts) {
    const drafts = list.open.flatMap((proposal): [string, string][] => {
      const { [proposal.id]: before } = written;
      if (before !== undefined && undone.includes(proposal.id)) keep(target, proposal, before);
      const text = kept.read(suggestionForm(target, proposal))?.written.text;
      return text === undefined ? [] : [[proposal.id, text]];
    });
    undone = [];
    return { list, drafts: Object.fromEntries(drafts) };
  }
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshNotes });
  /**
   * One after another, none once the dialog is closed. @returns the ids of those that could not be accepted
   * @throws if none could, or the dialog was closed before all were
   */
  async function accept(wanted: readonly AcceptanceInput[], signal: AbortSignal): Promise<string[]> {
    const refused: string[] = [];
    let why: unknown;
    for (const [at, { proposal, replacing }] of wanted.entries()) {
      if (at > 0 && signal.aborted) {
        refused.push(proposal.id);
        continue;
      }
      await client
        .call(acceptProposal, {
          params: { proposalId: proposal.id },
          body: { replacing, ...(replacing === null ? {} : { text: proposal.text }) },
        })
        .then(() => kept.forgetAbout([proposal.id]))
        .catch((error: unknown) => {
          why = error;
          refused.push(proposal.id);
        });
    }
    if (refused.length === wanted.length) throw why;
    if (signal.aborted && refused.length > 0)
      throw new ApiFailure('unexpected', {
        message: `${refused.length} of ${wanted.length} suggestions were not accepted.`,
      });
    return refused;
  }

  return implement(proposalReviewMachine, ({ promise }) => ({
    ...promise('readProposals', async ({ input: { target, drafts }, signal }) => {
      await ended();
      if (target === null) throw new ApiFailure('notFound');
      const list = await (target.kind === 'campaign'
        ? client.call(listCampaignProposals, { params: { campaignId: target.id }, signal })
        : client.call(listSessionProposals, { params: { sessionId: target.id }, signal }));
      return withDrafts(target, list, drafts);
    }),
    ...promise('acceptProposals', ({ input, signal }) => toItsEnd(accept(input, signal), signal)),
    ...promise('rejectProposals', async ({ input: decision, signal }) => {
      const ids = [...(decision?.ids ?? [])];
      const made = client.call(rejectProposals, { body: { ids } });
      await toItsEnd(
        made.then(() => kept.forgetAbout(ids)),
        signal,
      );
    }),
    ...promise('reopenProposals', async ({ input: decision, signal }) => {
      const made = client.call(reopenProposals, {
        body: {
          ids: [...(decision?.ids ?? [])],
          to: decision?.what === 'removed' ? 'shown' : 'open',
        },
      });
      await toItsEnd(
        made.then(() => {
          undone = decision?.ids ?? [];
        }),
        signal,
      );
    }),
  })).provide({
    actions: {
      refreshNotes,
      leaveModal: () => around.closeModal('proposals'),
      keepOnDevice: ({ context: { target, list, drafts } }, { id }) => {
        const proposal = list?.open.find((one) => one.id === id);
        if (proposal !== undefined) keep(target, proposal, drafts[id]);
      },
    },
  });
}

export const proposalReview: Flow<typeof proposalReviewMachine> = {
  provide: provideProposalReview,
};
