import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { preferences } from '#server/accounts/tables.ts';
import { castOf, withVoicesNow } from '#server/campaigns/cast.ts';
import { namingOf } from '#server/campaigns/cast-in-texts.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { namesOf } from '#server/names/glossary.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { KnownCampaign } from './job/analysis-stages.ts';
import { analyses } from './tables.ts';

const MOST_STORY_CHARACTERS = 12_000;

/** The language defaults to the user's (R3.4). */
export async function campaignKnowledge(database: Database, sessionId: string): Promise<KnownCampaign> {
  const [row] = await database.orm
    .select({
      title: campaigns.title,
      system: campaigns.system,
      setting: campaigns.setting,
      genre: campaigns.genre,
      instructions: campaigns.instructions,
      recapStyles: campaigns.recapStyles,
      language: sql<string | null>`coalesce(${campaigns.language}, ${preferences.defaultLanguage})`,
      campaignId: sessions.campaignId,
      position: sessions.position,
    })
    .from(sessions)
    .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
    .leftJoin(preferences, eq(preferences.userId, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return {
    title: row?.title ?? null,
    system: row?.system || null,
    setting: row?.setting || null,
    genre: row?.genre || null,
    instructions: row?.instructions || null,
    recapStyles: row?.recapStyles ?? [],
    storySoFar: row === undefined ? null : await storyBefore(database, row.campaignId, row.position),
    language: row?.language ?? null,
    playerCharacters: row === undefined ? [] : await playedIn(database, row.campaignId, sessionId),
    names: row === undefined ? [] : await glossaryOf(database, row.campaignId),
  };
}

async function playedIn(
  database: Database,
  campaignId: string,
  sessionId: string,
): Promise<KnownCampaign['playerCharacters']> {
  const { people, chosen } = await castOf(database.orm, campaignId);
  const isHere = (id: string, name: string) =>
    chosen.some((each) => each.sessionId === sessionId && each.personId === id && each.character === name);
  return people
    .filter(({ role }) => role !== 'gm')
    .flatMap(({ id, player, characters }) =>
      characters.map((name) => ({ name, playedBy: player, aliases: [], here: isHere(id, name) })),
    )
    .sort((one, other) => Number(other.here) - Number(one.here))
    .map(({ here: _, ...character }) => character);
}

/** Terms of the rules come last, because engines shorten the list. */
async function glossaryOf(database: Database, campaignId: string): Promise<KnownCampaign['names']> {
  const names = await namesOf(database.orm, campaignId);
  return names
    .sort((one, other) => Number(one.kind === 'rule') - Number(other.kind === 'rule'))
    .map(({ term, kind, heardAs, aliases }) => ({ term, kind, heardAs, aliases }));
}

async function storyBefore(database: Database, campaignId: string, position: number): Promise<string | null> {
  const [before] = await database.orm
    .select({
      sessionId: analyses.sessionId,
      short: sql<string | null>`${analyses.result} ->> 'shortSummary'`,
      lines: sql<AnalysisResult['lines'] | null>`${analyses.result} -> 'lines'`,
      story: sql<string | null>`left(${analyses.result} ->> 'summary', ${MOST_STORY_CHARACTERS})`,
    })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        lt(sessions.position, position),
        eq(analyses.status, 'completed'),
        sql`${analyses.result} ->> 'kind' = 'notes'`,
      ),
    )
    .orderBy(desc(sessions.position), desc(analyses.finishedAt))
    .limit(1);
  const story = [before?.short, before?.story].filter(Boolean).join('\n');
  if (before === undefined || story === '') return null;
  const cast = await castOf(database.orm, campaignId);
  const lines = [...(before.lines?.shortSummary ?? []), ...(before.lines?.summary ?? [])];
  const named = namingOf(
    await withVoicesNow(database.orm, cast, before.sessionId, lines),
    before.sessionId,
    lines,
  );
  return named(story.slice(0, MOST_STORY_CHARACTERS));
}
