import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import { preferences } from '#server/platform/database/tables/account.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import type { KnownCampaign } from './job/analysis-stages.ts';

/** What the campaign of a session already knows, for the engines; where it names no language, the user's usual one (R3.4). Characters and names come with their own tables. */
export async function campaignKnowledge(database: Database, sessionId: string): Promise<KnownCampaign> {
  const [row] = await database.orm
    .select({
      title: campaigns.title,
      system: campaigns.system,
      setting: campaigns.setting,
      instructions: campaigns.instructions,
      language: sql<string | null>`coalesce(${campaigns.language}, ${preferences.defaultLanguage})`,
    })
    .from(sessions)
    .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
    .leftJoin(preferences, eq(preferences.userId, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return {
    title: row?.title ?? null,
    system: row?.system || null,
    setting: row?.setting || null,
    instructions: row?.instructions || null,
    language: row?.language ?? null,
    playerCharacters: [],
    names: [],
  };
}
