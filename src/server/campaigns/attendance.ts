import { and, eq, inArray } from 'drizzle-orm';
import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting } from '#contract/labels.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import { castDocument } from './cast.ts';
import { whoIs } from './cast-rules.ts';
import { type Cast, sessions } from './tables.ts';

export interface Player {
  id: string;
  player: string;
  /** The character, or the player where none is known. */
  character: string;
}

export interface Attendance {
  players: Player[];
  /** Ids of players by session, each with their voices. Sessions with a voice that nobody has named are left out: it may be anyone's. */
  present: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/**
 * Who was at the table in which session, by the voices of its transcript.
 *
 * @param sessionIds null: all
 * @param cast what the cast says, if it has been read already
 */
export async function attendanceOf(
  orm: Orm,
  campaignId: string,
  sessionIds: readonly string[] | null = null,
  cast: Cast | null = null,
): Promise<Attendance> {
  const content = cast ?? (await castDocument(orm, campaignId)).content;
  const players = content.people
    .filter(({ role }) => role === 'player')
    .map(({ id, player, characters }) => ({ id, player, character: characters[0] ?? player }));
  const present = new Map<string, Map<string, string[]>>();
  if (players.length === 0) return { players, present };
  const rows = await orm
    .select({ sessionId: sessions.id, speakers: transcripts.speakers })
    .from(sessions)
    .innerJoin(transcripts, eq(transcripts.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        sessionIds === null ? undefined : inArray(sessions.id, [...sessionIds]),
        isCurrentTranscript,
      ),
    );
  for (const { sessionId, speakers } of rows) {
    const voicesOf = combinedVoices(speakers.map(({ label }) => label));
    const alone = speakers.filter(({ label, talkMs }) => voicesOf(label) === null && talkMs > 0);
    const known = alone.map(({ id, label }) => ({
      id,
      label,
      person: whoIs(content, sessionId, label)?.person,
    }));
    if (known.some(({ label, person }) => person === undefined && !isLasting(label))) continue;
    const here = new Map<string, string[]>();
    for (const { id, person } of known) if (person) here.set(person.id, [...(here.get(person.id) ?? []), id]);
    if (players.some(({ id }) => here.has(id))) present.set(sessionId, here);
  }
  return { players, present };
}

export interface PlayerSessions extends Player {
  present: string[];
  missed: string[];
}

/** By the sessions that say whether they were there. */
export const playersIn = ({ players, present }: Attendance): PlayerSessions[] =>
  players.map((player) => ({
    ...player,
    present: [...present].flatMap(([id, here]) => (here.has(player.id) ? id : [])),
    missed: [...present].flatMap(([id, here]) => (here.has(player.id) ? [] : id)),
  }));
