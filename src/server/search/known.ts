import { and, desc, eq } from 'drizzle-orm';
import type { SearchHit } from '#contract/search.ts';
import { attendanceOf, playersIn } from '#server/campaigns/attendance.ts';
import { type CampaignRow, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import type { Asked } from './asked.ts';

/** What is open in a campaign, the latest first. */
export type OpenThreads = (campaign: CampaignRow) => Promise<readonly string[]>;

const asksWhoWasThere =
  /^who\b.*\b(?:absent|attended|missed|missing|present|not (?:there|here)|(?:was|were)n[’']t (?:there|here))(?:\s+(?:at|from|in|for|on))?(?:\s+(?:(?:the|our)\s+)?(?:last|latest|previous)\b.*|\s+(?:the|our|this)\s+(?:session|evening|game))?\s*\??$/iu;
const asksWhatIsOpen =
  /^(?:what(?:[’']s|\s+(?:is|are|remains))|wh(?:at|ich)\s+(?:threads?|quests?|promises?|questions?)\s+(?:is|are|remains?))\b.*\b(?:open|unfinished|unresolved|loose)(?:\s+(?:threads?|quests?|promises?|ends?))?\s*\??$/iu;
const MOST_LINES = 5;
const list = new Intl.ListFormat('en');

/** The game master’s answers that no passage says, but the campaign knows: who was absent, and what is open (English only). */
export async function knownHits(
  orm: Orm,
  { query, campaigns, filters, reader }: Asked,
  openThreads: OpenThreads,
): Promise<SearchHit[]> {
  const [campaign, ...others] = campaigns;
  const isNarrowed = filters.kind !== null || filters.speaker !== null;
  if (campaign === undefined || others.length > 0 || isNarrowed || reader.audience !== 'gm') return [];
  const asked = query.trim();
  const hit = (
    title: string,
    texts: readonly string[],
    session: SearchHit['session'],
    id = 'known',
  ): SearchHit => ({
    id,
    kind: 'session',
    campaign: { id: campaign.id, title: campaign.title },
    session,
    title,
    lines: texts.map((text) => ({ text, marks: [], speaker: null, startMs: null, lineId: null })),
    best: 0,
    playFromMs: null,
  });
  if (asksWhatIsOpen.test(asked) && filters.sessionId === null) {
    const threads = await openThreads(campaign);
    const none =
      'No notes have an open thread. “Threads and promises” in the world of this campaign takes what is open.';
    return [hit('Open threads', threads.length === 0 ? [none] : threads.slice(0, MOST_LINES), null)];
  }
  if (!asksWhoWasThere.test(asked)) return [];
  const [last] = await orm
    .select({ id: sessions.id, title: sessions.title, playedAt: sessions.playedAt })
    .from(sessions)
    .innerJoin(transcripts, eq(transcripts.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.campaignId, campaign.id),
        filters.sessionId === null ? undefined : eq(sessions.id, filters.sessionId),
        isCurrentTranscript,
      ),
    )
    .orderBy(desc(sessions.position), desc(sessions.id))
    .limit(1);
  if (last === undefined) return [];
  const session = { ...last, playedAt: last.playedAt?.toISOString() ?? null };
  const { text, absent } = await attendanceIn(orm, campaign.id, last.id);
  return [hit('Who was there', [text], session, absent === undefined ? undefined : `missed ${absent.id}`)];
}

/** And the first of those who were absent, for what they missed. */
async function attendanceIn(
  orm: Orm,
  campaignId: string,
  sessionId: string,
): Promise<{ text: string; absent?: { id: string } | undefined }> {
  const attendance = await attendanceOf(orm, campaignId, [sessionId]);
  const namesOf = (players: readonly { player: string }[]) =>
    list.format(players.map(({ player }) => player));
  if (attendance.players.length === 0)
    return {
      text: 'Not known yet: the cast has no players. Open this session and say in “Who is who” who played.',
    };
  if (!attendance.present.has(sessionId))
    return { text: 'Not known yet: whose voices these are. Open this session and say it in “Who is who”.' };
  const players = playersIn(attendance);
  const absent = players.filter(({ missed }) => missed.length > 0);
  const present = namesOf(players.filter(({ missed }) => missed.length === 0));
  const text =
    absent.length === 0
      ? `All players were there: ${present}.`
      : `Absent: ${namesOf(absent)}. There: ${present}.`;
  return { text, absent: absent[0] };
}
