import { and, count, eq, lt, ne, or } from 'drizzle-orm';
import { proposalLimits } from '#contract/proposals.ts';
import { newId } from '#server/platform/ids.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { FoundLink } from './public-pages.ts';
import { type ProposalRow, proposals, shareLinks } from './tables.ts';

type Suggestion = Pick<
  ProposalRow,
  'kind' | 'author' | 'text' | 'sessionId' | 'sectionKey' | 'sectionTitle' | 'quote'
>;

const DAY_MS = 86_400_000;

export type ProposalBox = ReturnType<typeof createProposalBox>;

export function createProposalBox({ database, clock }: Pick<Shared, 'database' | 'clock'>) {
  return {
    /** @returns `full`: too many suggestions of this link wait; `gone`: the link was just turned off */
    keep: (
      {
        linkId,
        publicId,
        userId,
        campaignId,
      }: Pick<FoundLink, 'linkId' | 'publicId' | 'userId' | 'campaignId'>,
      suggestion: Suggestion,
    ) =>
      database.transaction(async (tx) => {
        const [link] = await tx
          .select({ id: shareLinks.id })
          .from(shareLinks)
          .where(and(eq(shareLinks.id, linkId), eq(shareLinks.publicId, publicId)))
          .for('update');
        if (link === undefined) return 'gone';
        const [waiting] = await tx
          .select({ open: count() })
          .from(proposals)
          .where(and(eq(proposals.linkId, linkId), eq(proposals.state, 'open')));
        if ((waiting?.open ?? 0) >= proposalLimits.open) return 'full';
        await tx.insert(proposals).values({
          id: newId(),
          userId,
          linkId,
          campaignId,
          ...suggestion,
          state: 'open',
          createdAt: clock.now(),
        });
        return 'kept';
      }),

    async prune(): Promise<void> {
      const before = new Date(clock.now().getTime() - proposalLimits.keptDays * DAY_MS);
      await database.orm
        .delete(proposals)
        .where(
          and(
            lt(proposals.decidedAt, before),
            or(ne(proposals.state, 'accepted'), ne(proposals.kind, 'comment')),
          ),
        );
    },
  };
}
