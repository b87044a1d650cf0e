import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Session } from '#contract/sessions.ts';
import { present } from '#contract/unknown-values.ts';
import { readCursor, splitPage, writeCursor } from '#server/http/cursor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { newId } from '#server/platform/ids.ts';
import { textOf } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isBeyond, refuseBeyond } from '#server/platform/text-limits.ts';
import { ownCampaign } from './campaigns.ts';
import { removeSessions } from './remove-sessions.ts';
import { type SessionWork, type SessionWorkPort, untouched } from './session-work.ts';
import { type SessionRow, sessions } from './tables.ts';

interface Changes {
  title?: string | undefined;
  playedAt?: string | null | undefined;
}

export type Sessions = ReturnType<typeof createSessions>;

/** @throws Refusal notFound if it is unknown or another user's */
export async function ownSession(
  orm: Orm,
  userId: string,
  sessionId: string,
  options: { forUpdate?: boolean } = {},
): Promise<SessionRow> {
  const query = orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  const [row] = await (options.forUpdate ? query.for('update') : query);
  if (row === undefined) throw new Refusal('notFound');
  return row;
}

export async function addSession(
  tx: Orm,
  { userId, campaignId, fields, now }: { userId: string; campaignId: string; fields: Changes; now: Date },
): Promise<SessionRow> {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${sessions.position}), 0)`, all: count() })
    .from(sessions)
    .where(eq(sessions.campaignId, campaignId));
  refuseBeyond('campaignSessions', (last?.all ?? 0) + 1);
  const position = (last?.position ?? 0) + 1;
  const [made] = await tx
    .insert(sessions)
    .values({
      id: newId(),
      campaignId,
      userId,
      position,
      title: fields.title ?? `Session ${position}`,
      playedAt: toDate(fields.playedAt) ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  return present(made, 'new session');
}

const Place = z
  .int()
  .positive()
  .max(2 ** 31 - 1);

export function createSessions(deps: { database: Database; clock: Clock; sessionWork: SessionWorkPort }) {
  const { database, clock, sessionWork } = deps;

  async function views(orm: Orm, rows: SessionRow[]): Promise<Session[]> {
    const work = await sessionWork.read(
      orm,
      rows.map((row) => row.id),
    );
    return rows.map((row) => view(row, work.get(row.id) ?? untouched));
  }

  async function one(orm: Orm, row: SessionRow): Promise<Session> {
    const [session] = await views(orm, [row]);
    return present(session, 'view of the session');
  }

  return {
    async list(
      userId: string,
      campaignId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ sessions: Session[]; nextCursor: string | null }> {
      await ownCampaign(database.orm, userId, campaignId);
      const after = readCursor(cursor, Place);
      const rows = await database.orm
        .select()
        .from(sessions)
        .where(
          and(eq(sessions.campaignId, campaignId), after === null ? undefined : lt(sessions.position, after)),
        )
        .orderBy(desc(sessions.position))
        .limit(limit + 1);
      const { page, last } = splitPage(rows, limit);
      return {
        sessions: await views(database.orm, page),
        nextCursor: last && writeCursor(last.position),
      };
    },

    async create(userId: string, campaignId: string, fields: Changes): Promise<Session> {
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        return addSession(tx, { userId, campaignId, fields, now });
      });
      return one(database.orm, row);
    },

    async read(userId: string, sessionId: string): Promise<Session> {
      return one(database.orm, await ownSession(database.orm, userId, sessionId));
    },

    /** @throws Refusal notFound, staleRevision (with the current version) */
    async change(
      userId: string,
      sessionId: string,
      revision: number,
      { title, playedAt }: Changes,
    ): Promise<Session> {
      const [row] = await database.orm
        .update(sessions)
        .set({
          ...definedOnly({ title, playedAt: toDate(playedAt) }),
          revision: revision + 1,
          updatedAt: clock.now(),
        })
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(sessions.revision, revision)))
        .returning();
      if (row !== undefined) return one(database.orm, row);
      const current = await one(database.orm, await ownSession(database.orm, userId, sessionId));
      throw new Refusal('staleRevision', { details: { current } });
    },

    /** @throws Refusal notFound, analysisRunning */
    async remove(userId: string, sessionId: string): Promise<void> {
      await ownSession(database.orm, userId, sessionId);
      if (isBeyond('deletedAtOnceBytes', await textOf(database.orm, userId)))
        await sessionWork.empty(sessionId, 'refuse');
      const afterwards = await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const removeFiles = await sessionWork.remove(tx, [sessionId]);
        await removeSessions(tx, [sessionId]);
        return removeFiles;
      });
      await afterwards();
    },
  };
}

function toDate(moment: string | null | undefined): Date | null | undefined {
  return typeof moment === 'string' ? new Date(moment) : moment;
}

function view(row: SessionRow, work: SessionWork): Session {
  return {
    id: row.id,
    campaignId: row.campaignId,
    title: row.title,
    playedAt: row.playedAt?.toISOString() ?? null,
    order: row.position,
    ...work,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
