import { asc, eq } from 'drizzle-orm';
import type { PrepLine, PrepPin, PrepSheet } from '#contract/prep.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { prepOf } from './prep.ts';
import { sessionsOf, viewsOf } from './sources.ts';
import { prepLines, prepSheets } from './tables.ts';

type SheetRow = typeof prepSheets.$inferSelect;

/** The game master's sheet for the next evening: made when it is read, unless a copy is pinned. */
export function createPrepSheets({ database, clock }: { database: Database; clock: Clock }) {
  const sheetOf = async (orm: Orm, campaignId: string): Promise<SheetRow> => {
    const [row] = await orm.select().from(prepSheets).where(eq(prepSheets.campaignId, campaignId));
    return (
      row ?? { campaignId, own: '', revision: 0, isPinned: false, copiedAt: null, updatedAt: clock.now() }
    );
  };

  const write = (tx: Orm, { campaignId, ...row }: SheetRow) =>
    tx
      .insert(prepSheets)
      .values({ campaignId, ...row })
      .onConflictDoUpdate({ target: prepSheets.campaignId, set: row });

  async function read(orm: Orm, campaignId: string): Promise<PrepSheet> {
    const { own, revision, isPinned, copiedAt } = await sheetOf(orm, campaignId);
    const about = { own, revision, pinnedAt: isPinned ? (copiedAt?.toISOString() ?? null) : null };
    if (!isPinned) {
      const { lines, sources } = await prepOf(orm, campaignId);
      return { ...about, lines, sessions: viewsOf(sources.sessions) };
    }
    const rows = await orm
      .select({ line: prepLines.line })
      .from(prepLines)
      .where(eq(prepLines.campaignId, campaignId))
      .orderBy(asc(prepLines.ordinal));
    // Copies made when the sheet listed all names that came up.
    const lines = rows.map(({ line }) => line).filter(({ part, note }) => part !== 'name' || note !== '');
    return { ...about, lines, sessions: await sessionsOf(orm, campaignId) };
  }

  return {
    async read(userId: string, campaignId: string): Promise<PrepSheet> {
      await ownCampaign(database.orm, userId, campaignId);
      return read(database.orm, campaignId);
    },

    /** @throws Refusal staleRevision */
    save: (userId: string, campaignId: string, revision: number, own: string): Promise<number> =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const row = await sheetOf(tx, campaignId);
        if (row.revision !== revision) throw new Refusal('staleRevision');
        await write(tx, { ...row, own, revision: revision + 1, updatedAt: clock.now() });
        return revision + 1;
      }),

    /** @throws Refusal conflict if there is no copy */
    pin: (userId: string, campaignId: string, pin: PrepPin): Promise<PrepSheet> =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const row = await sheetOf(tx, campaignId);
        if (pin === 'back' && row.copiedAt === null) throw new Refusal('conflict');
        const now = clock.now();
        // Within: what is erased or deleted meanwhile waits, and takes it out of the copy.
        const copied = pin === 'now' ? (await prepOf(tx, campaignId)).lines : null;
        const copiedAt = copied === null ? row.copiedAt : now;
        await write(tx, { ...row, isPinned: pin !== 'off', copiedAt, updatedAt: now });
        if (copied !== null) await copy(tx, campaignId, copied);
        return read(tx, campaignId);
      }),
  };
}

async function copy(tx: Orm, campaignId: string, lines: readonly PrepLine[]): Promise<void> {
  await tx.delete(prepLines).where(eq(prepLines.campaignId, campaignId));
  const rows = lines.map((line, ordinal) => ({
    campaignId,
    ordinal,
    sessionId: line.place?.sessionId ?? null,
    line,
  }));
  if (rows.length > 0) await tx.insert(prepLines).values(rows);
}
