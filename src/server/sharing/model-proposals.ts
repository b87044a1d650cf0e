import { and, eq, gte, isNull } from 'drizzle-orm';
import { type ProposedChange, proposalLimits } from '#contract/proposals.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { proposals } from './tables.ts';

/** Of what a language model proposed since then, what nobody has decided on. */
export const countWaitingChanges = (
  orm: Orm,
  { sessionId, since }: { sessionId: string; since: Date },
): Promise<number> =>
  orm.$count(
    proposals,
    and(
      eq(proposals.sessionId, sessionId),
      isNull(proposals.linkId),
      eq(proposals.state, 'open'),
      gte(proposals.createdAt, since),
    ),
  );

/** What a language model proposes on the user's instruction waits where players' suggestions do. */
export const proposeChanges =
  ({ clock }: { clock: Clock }) =>
  async (
    tx: Orm,
    { userId, campaignId, sessionId }: { userId: string; campaignId: string; sessionId: string },
    changes: readonly ProposedChange[],
  ): Promise<number> => {
    const fitting = changes.filter(
      ({ quote, text }) => quote.length <= proposalLimits.text && text.length <= proposalLimits.text,
    );
    if (fitting.length > 0)
      await tx.insert(proposals).values(
        fitting.map((change) => ({
          ...change,
          id: newId(),
          userId,
          campaignId,
          sessionId,
          linkId: null,
          kind: 'correction' as const,
          author: '',
          state: 'open' as const,
          createdAt: clock.now(),
        })),
      );
    return fitting.length;
  };
