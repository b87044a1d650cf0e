import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { boldStart, rowsOf } from '#contract/markdown/rows.ts';
import { type CampaignRow, sessions } from '#server/campaigns/tables.ts';
import { names } from '#server/names/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { searchPassages } from './tables.ts';

const MOST = 8;
const MOST_READ = 40;
const LATEST_SESSIONS = 20;

const isName = (name: string | null): name is string => name !== null && /^.{2,60}$/u.test(name);

/** Names of the glossary that changed last, and of entries in the latest sessions, in turns. */
export async function suggestionsOf(orm: Orm, campaigns: readonly CampaignRow[]): Promise<string[]> {
  const ids = campaigns.map(({ id }) => id);
  if (ids.length === 0) return [];
  const known = await orm
    .select({ name: names.term })
    .from(names)
    .where(inArray(names.campaignId, ids))
    .orderBy(desc(names.updatedAt))
    .limit(MOST);
  const latest = orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.campaignId, ids))
    .orderBy(desc(sessions.createdAt))
    .limit(LATEST_SESSIONS);
  const entries = await orm
    .select({ title: searchPassages.title, text: searchPassages.text, ofResult: searchPassages.ofResult })
    .from(searchPassages)
    .innerJoin(sessions, eq(sessions.id, searchPassages.sessionId))
    .where(and(inArray(searchPassages.sessionId, latest), sql`${searchPassages.kind} = 'entry'`))
    .orderBy(desc(sessions.createdAt), searchPassages.digest)
    .limit(MOST_READ);
  const written = entries.flatMap(({ title, text, ofResult }) =>
    ofResult
      ? title
      : (rowsOf(text)
          .map((row) => boldStart(row.text)?.words ?? null)
          .find(isName) ?? []),
  );
  return [...new Set([...known.map(({ name }) => name), ...written].filter(Boolean))].slice(0, MOST);
}
