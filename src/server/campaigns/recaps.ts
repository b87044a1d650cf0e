import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { NewRecaps } from '#contract/recaps.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { notes, sessions } from './tables.ts';

type Ordered = Pick<typeof sessions.$inferSelect, 'id' | 'position' | 'playedAt'>;

/** By day, if both have one, else in the campaign’s order. */
function isBefore(one: Ordered, other: Ordered): boolean {
  const [day, otherDay] = [dayOf(one), dayOf(other)];
  return day === null || otherDay === null || day === otherDay
    ? one.position < other.position
    : day < otherDay;
}

const dayOf = ({ playedAt }: Ordered): string | null => playedAt?.toISOString().slice(0, 10) ?? null;

/** The session that was played before this one. */
export async function sessionBefore(tx: Orm, sessionId: string): Promise<string | null> {
  const [own] = await tx.select().from(sessions).where(eq(sessions.id, sessionId));
  if (own === undefined) return null;
  const all: Ordered[] = await tx
    .select({ id: sessions.id, position: sessions.position, playedAt: sessions.playedAt })
    .from(sessions)
    .where(eq(sessions.campaignId, own.campaignId));
  const earlier = all.filter((each) => each.id !== sessionId && isBefore(each, own));
  const [first, ...others] = earlier;
  if (first === undefined) return null;
  return others.reduce((last, each) => (isBefore(last, each) ? each : last), first).id;
}

/** Whether the notes have a recap that came by itself and is still there. */
export const hasRecap = sql<boolean>`${notes.sections} @> '[{"key": "ownWords"}]'`;

export function createRecaps({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Each once; not those that the user has removed since. */
    async take(userId: string): Promise<NewRecaps> {
      const taken = await database.orm
        .update(notes)
        .set({ recapAnnouncedAt: clock.now() })
        .from(sessions)
        .where(
          and(
            eq(sessions.id, notes.sessionId),
            eq(sessions.userId, userId),
            isNotNull(notes.recapCameAt),
            isNull(notes.recapAnnouncedAt),
          ),
        )
        .returning({
          sessionId: notes.sessionId,
          campaignId: sessions.campaignId,
          title: sessions.title,
          isThere: hasRecap,
        });
      return { recaps: taken.flatMap(({ isThere, ...recap }) => (isThere ? recap : [])) };
    },
  };
}
