import { and, desc, eq, sql } from 'drizzle-orm';
import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import { mostTalkEvenings, type TalkShare } from '#contract/speakers.ts';
import type { Speaker } from '#contract/transcript.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import { ownCampaign } from './campaigns.ts';
import { castDocument } from './cast.ts';
import { whoIs } from './cast-rules.ts';
import { type Cast, sessions } from './tables.ts';

type Person = TalkShare['people'][number];
type Counted = Omit<Person, 'share'> & { presentMs: number };

export interface Evening {
  session: { id: string; title: string };
  speakers: readonly Speaker[];
}

/** @throws Refusal notFound */
export async function talkShareOf(orm: Orm, userId: string, campaignId: string): Promise<TalkShare> {
  await ownCampaign(orm, userId, campaignId);
  const { content } = await castDocument(orm, campaignId);
  const evenings = await orm
    .select({ session: { id: sessions.id, title: sessions.title }, speakers: transcripts.speakers })
    .from(sessions)
    .innerJoin(transcripts, eq(transcripts.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        isCurrentTranscript,
        sql`jsonb_array_length(${transcripts.speakers}) > 1`,
      ),
    )
    .orderBy(desc(sql`coalesce(${sessions.playedAt}, ${sessions.createdAt})`), desc(sessions.id))
    .limit(mostTalkEvenings);
  return talkShare(content, evenings);
}

/** Voices of several people at once are nobody's. */
export function talkShare(cast: Cast, evenings: readonly Evening[]): TalkShare {
  const people = new Map<string, Counted>();
  const unnamed: NonNullable<TalkShare['unnamed']>[] = [];
  for (const { session, speakers } of evenings) {
    const voicesOf = combinedVoices(speakers.map(({ label }) => label));
    const alone = speakers.filter(({ label, talkMs }) => voicesOf(label) === null && talkMs > 0);
    const eveningMs = alone.reduce((sum, { talkMs }) => sum + talkMs, 0);
    const here = new Set<string>();
    for (const { label, talkMs } of alone) {
      const { person = null, character = null } = whoIs(cast, session.id, label) ?? {};
      if (person === null && !isLasting(label)) {
        unnamed.push({ session, talkMs });
        continue;
      }
      const key = person?.id ?? keyOf(label);
      const known = people.get(key) ?? {
        name: person?.player ?? label,
        role: person?.role ?? null,
        characters: [],
        evenings: 0,
        talkMs: 0,
        presentMs: 0,
      };
      const isFirstHere = !here.has(key);
      here.add(key);
      people.set(key, {
        ...known,
        characters: character === null ? known.characters : withTalk(known.characters, character, talkMs),
        evenings: known.evenings + (isFirstHere ? 1 : 0),
        talkMs: known.talkMs + talkMs,
        presentMs: known.presentMs + (isFirstHere ? eveningMs : 0),
      });
    }
  }
  const latest = unnamed[0] ?? null;
  return {
    evenings: evenings.length,
    people: [...people.values()]
      .map(({ presentMs, ...person }) => ({
        ...person,
        share: Math.round((100 * person.talkMs) / Math.max(1, presentMs)),
      }))
      .sort((one, other) => other.talkMs - one.talkMs),
    unnamed: latest && { ...latest, talkMs: unnamed.reduce((sum, { talkMs }) => sum + talkMs, 0) },
  };
}

function withTalk(before: Person['characters'], name: string, talkMs: number): Person['characters'] {
  const same = before.find((each) => each.name === name);
  return [...before.filter((each) => each !== same), { name, talkMs: (same?.talkMs ?? 0) + talkMs }].sort(
    (one, other) => other.talkMs - one.talkMs,
  );
}
