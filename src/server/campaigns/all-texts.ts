import { and, asc, eq, inArray } from 'drizzle-orm';
import { breath, createBreathing } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Locks } from '#server/platform/database/locks.ts';
import type { CampaignText, RoomTexts, Wanted } from './room-texts.ts';
import { type CampaignRow, sessions } from './tables.ts';

/** For what changes many texts of a campaign in several transactions. */
export const textsLock = (campaignId: string) => `texts ${campaignId}`;

/** Completes what a crash cut short, except where somebody is changing the texts now: they complete it first. */
export async function settleTexts(
  locks: Pick<Locks, 'takeOneOf'>,
  campaignIds: readonly string[],
  settle: (campaignId: string) => Promise<void>,
): Promise<void> {
  for (const campaignId of campaignIds) {
    const release = await locks.takeOneOf([textsLock(campaignId)]);
    if (release === null) continue;
    try {
      await settle(campaignId);
    } finally {
      await release();
    }
  }
}

/** All texts of a campaign, document by document, or those of some sessions. */
export async function* documentsOf(
  orm: Orm,
  rooms: readonly RoomTexts[],
  campaign: CampaignRow,
  wanted: { sessionIds: readonly string[]; ids: Wanted } | null = null,
): AsyncGenerator<CampaignText[]> {
  const rows = await orm
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.campaignId, campaign.id),
        wanted === null ? undefined : inArray(sessions.id, [...wanted.sessionIds]),
      ),
    )
    .orderBy(asc(sessions.position));
  const breathing = createBreathing();
  for (const session of [null, ...rows]) {
    for (const { list } of rooms) {
      let document: CampaignText[] = [];
      for await (const text of list?.(orm, { campaign, session }, wanted?.ids ?? null) ?? []) {
        if (document.length > 0 && document[0]?.document !== text.document) {
          yield document;
          await breathing();
          document = [];
        }
        document.push(text);
      }
      if (document.length > 0) yield document;
    }
    await breath();
  }
}
