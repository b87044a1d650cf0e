import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Campaign, CampaignFields } from '#contract/campaigns.ts';
import { Id, Timestamp } from '#contract/common.ts';
import { readCursor, splitPage, writeCursor } from '#server/http/cursor.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { newId } from '#server/platform/ids.ts';
import { lockUser, quotaReached } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { removeOneByOne } from './remove-sessions.ts';
import type { SessionWorkPort } from './session-work.ts';
import { type CampaignRow, campaigns, sessions } from './tables.ts';

type Changes = { [Key in keyof CampaignFields]?: CampaignFields[Key] | undefined };

export type Campaigns = ReturnType<typeof createCampaigns>;

/** @throws Refusal notFound if it is unknown or another user's */
export async function ownCampaign(
  orm: Orm,
  userId: string,
  campaignId: string,
  options: { forUpdate?: boolean } = {},
): Promise<CampaignRow> {
  const query = orm
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.userId, userId)));
  const [row] = await (options.forUpdate ? query.for('update') : query);
  if (row === undefined) throw new Refusal('notFound');
  return row;
}

/** @returns false if it is there already */
export async function addCampaign(
  tx: Orm,
  { id, userId, fields, now }: { id: string; userId: string; fields: Changes & { title: string }; now: Date },
): Promise<boolean> {
  const made = await tx
    .insert(campaigns)
    .values({
      ...definedOnly(fields),
      title: fields.title,
      id,
      userId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: campaigns.id });
  return made.length > 0;
}

// Raw SQL, because drizzle omits the table's name in queries on one table.
const sessionCount = sql<number>`(select count(*)::int from sessions where sessions.campaign_id = campaigns.id)`;
const lastPlayedAt =
  sql<Date | null>`(select max(sessions.played_at) from sessions where sessions.campaign_id = campaigns.id)`.mapWith(
    sessions.playedAt,
  );
const placeInTime = sql<Date>`coalesce(${lastPlayedAt}, ${campaigns.createdAt})`.mapWith(campaigns.createdAt);

const Place = z.tuple([Timestamp, Id]);

export function createCampaigns(
  deps: Pick<Shared, 'database' | 'clock'> & { sessionWork: SessionWorkPort; most: number },
) {
  const { database, clock, most } = deps;

  async function select(orm: Orm, where: SQL | undefined, limit: number) {
    return orm
      .select({ row: campaigns, sessionCount, lastPlayedAt, placeInTime })
      .from(campaigns)
      .where(where)
      .orderBy(desc(placeInTime), desc(campaigns.id))
      .limit(limit);
  }

  async function one(orm: Orm, userId: string, campaignId: string): Promise<Campaign> {
    const [found] = await select(orm, and(eq(campaigns.id, campaignId), eq(campaigns.userId, userId)), 1);
    if (found === undefined) throw new Refusal('notFound');
    return view(found);
  }

  return {
    async list(
      userId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ campaigns: Campaign[]; nextCursor: string | null }> {
      const after = readCursor(cursor, Place);
      const rows = await select(
        database.orm,
        and(
          eq(campaigns.userId, userId),
          after
            ? sql`(${placeInTime}, ${campaigns.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
            : undefined,
        ),
        limit + 1,
      );
      const { page, last } = splitPage(rows, limit);
      return {
        campaigns: page.map(view),
        nextCursor: last && writeCursor([last.placeInTime.toISOString(), last.row.id]),
      };
    },

    /** @throws Refusal quotaReached */
    async create(userId: string, fields: Changes & { title: string }): Promise<Campaign> {
      const now = clock.now();
      const id = newId();
      await database.transaction(async (tx) => {
        await lockUser(tx, userId);
        if ((await tx.$count(campaigns, eq(campaigns.userId, userId))) >= most)
          throw quotaReached('campaigns', {
            limit: most,
            message: `You have ${most} campaigns, the most that one account can have. Delete one that you no longer need, then try again.`,
          });
        await addCampaign(tx, { id, userId, fields, now });
      });
      return one(database.orm, userId, id);
    },

    read: (userId: string, campaignId: string): Promise<Campaign> => one(database.orm, userId, campaignId),

    /** @throws Refusal notFound, staleRevision (with the current version) */
    async change(userId: string, campaignId: string, revision: number, changes: Changes): Promise<Campaign> {
      const changed = await database.orm
        .update(campaigns)
        .set({ ...definedOnly(changes), revision: revision + 1, updatedAt: clock.now() })
        .where(
          and(eq(campaigns.id, campaignId), eq(campaigns.userId, userId), eq(campaigns.revision, revision)),
        )
        .returning({ id: campaigns.id });
      const current = await one(database.orm, userId, campaignId);
      if (changed.length === 0) throw new Refusal('staleRevision', { details: { current } });
      return current;
    },

    /** @throws Refusal notFound, analysisRunning */
    async remove(userId: string, campaignId: string): Promise<void> {
      async function evenings(tx: Orm) {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const rows = await tx
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.campaignId, campaignId))
          .for('update');
        const ids = rows.map((row) => row.id);
        return { ids, removeFiles: await deps.sessionWork.remove(tx, ids) };
      }
      const list = async (tx: Orm) => (await evenings(tx)).ids;
      const removeMost = await removeOneByOne(deps, { userId, list }, 'refuse');
      const removeLast = await database.transaction(async (tx) => {
        const { removeFiles } = await evenings(tx);
        await tx.delete(campaigns).where(eq(campaigns.id, campaignId));
        return removeFiles;
      });
      await removeMost();
      await removeLast();
    },
  };
}

function view(found: { row: CampaignRow; sessionCount: number; lastPlayedAt: Date | null }): Campaign {
  const { userId: _, createdAt, updatedAt, ...row } = found.row;
  return {
    ...row,
    sessionCount: found.sessionCount,
    lastPlayedAt: found.lastPlayedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
