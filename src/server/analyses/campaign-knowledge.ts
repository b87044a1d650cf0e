import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import { preferences } from '#server/platform/database/tables/account.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import type { KnownCampaign } from './job/analysis-stages.ts';

/** What is known of a session's campaign, for the engines; the language defaults to the user's (R3.4). */
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
