import { and, eq, isNull } from 'drizzle-orm';
import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting } from '#contract/labels.ts';
import { castDocument } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { transcripts } from '#server/recordings/tables.ts';

export interface Player {
  id: string;
  player: string;
  /** The character, or the player where none is known. */
  character: string;
}

export interface Attendance {
  players: Player[];
  /** Ids of players by session. Sessions with a voice that nobody has named are left out: it may be anyone's. */
  present: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Who was at the table in which session, by the voices of its transcript. */
export async function attendanceOf(orm: Orm, campaignId: string): Promise<Attendance> {
  const { content } = await castDocument(orm, campaignId);
  const rows = await orm
    .select({ sessionId: sessions.id, speakers: transcripts.speakers })
    .from(sessions)
    .innerJoin(transcripts, eq(transcripts.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        isNull(transcripts.replacedAt),
        eq(transcripts.complete, true),
      ),
    );
  const players = content.people
    .filter(({ role }) => role === 'player')
    .map(({ id, player, characters }) => ({ id, player, character: characters[0] ?? player }));
  const present = new Map<string, Set<string>>();
  for (const { sessionId, speakers } of rows) {
    const voicesOf = combinedVoices(speakers.map(({ label }) => label));
    const alone = speakers.filter(({ label, talkMs }) => voicesOf(label) === null && talkMs > 0);
    const known = alone.map(({ label }) => ({ label, person: whoIs(content, sessionId, label)?.person }));
    if (known.some(({ label, person }) => person === undefined && !isLasting(label))) continue;
    const here = new Set(known.flatMap(({ person }) => person?.id ?? []));
    if (players.some(({ id }) => here.has(id))) present.set(sessionId, here);
  }
  return { players, present };
}
