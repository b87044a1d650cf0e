import { eq } from 'drizzle-orm';
import type { SearchFilters } from '#contract/search.ts';
import { readSearchSuggestions, searchCampaigns } from '#contract/search.ts';
import type { LinkAudience } from '#contract/sharing.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { campaigns } from '#server/campaigns/tables.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { createIndexer } from './indexer.ts';
import type { Reader } from './reader.ts';
import { search } from './search.ts';
import { suggestionsOf } from './suggestions.ts';

const job = 'search-index';
const perUser = { count: 240, windowMs: 60_000, ahead: 20 };

export function createSearch(deps: {
  database: Database;
  texts: readonly RoomTexts[];
  queue: JobQueue;
  clock: Clock;
  log: Logger;
}) {
  const { database, queue } = deps;
  const indexer = createIndexer(deps);
  const limit = createRateLimit(deps, 'searches', perUser);
  queue.work(job, ({ signal }) => database.locks.run(job, () => indexer.run(signal)));

  let stop = async () => {};
  /** A job that waits is enough for all that changes meanwhile. */
  async function wake(): Promise<void> {
    try {
      await database.transaction((tx) => queue.send(tx, job, {}, { singletonKey: 'next' }));
    } catch (error) {
      deps.log.warn({ err: error }, 'The search index follows at the next housekeeping.');
    }
  }

  async function campaignsOf(
    userId: string,
    { campaignId, sessionId }: Pick<SearchFilters, 'campaignId' | 'sessionId'>,
  ) {
    if (sessionId !== null) {
      const session = await ownSession(database.orm, userId, sessionId);
      return [await ownCampaign(database.orm, userId, session.campaignId)];
    }
    if (campaignId !== null) return [await ownCampaign(database.orm, userId, campaignId)];
    return database.orm.select().from(campaigns).where(eq(campaigns.userId, userId));
  }

  return {
    /** For readers of a shared page. */
    async shared({
      campaignId,
      query,
      ...reader
    }: { campaignId: string; query: string } & Extract<Reader, { audience: LinkAudience }>) {
      return search(database.orm, {
        query,
        campaigns: await database.orm.select().from(campaigns).where(eq(campaigns.id, campaignId)),
        filters: { sessionId: null, speaker: null, kind: null },
        reader,
      });
    },
    routes(mount) {
      mount(searchCampaigns, async ({ user, body }) => {
        await limit.enforce(user.userId);
        const { query, campaignId = null, sessionId = null, speaker = null, kind = null } = body;
        const found = await campaignsOf(user.userId, { campaignId, sessionId });
        return {
          status: 200,
          body: await search(database.orm, {
            query,
            campaigns: found,
            filters: { sessionId, speaker, kind },
            reader: { audience: 'gm' },
          }),
        };
      });
      mount(readSearchSuggestions, async ({ user, query: { campaignId = null } }) => ({
        status: 200,
        body: {
          names: await suggestionsOf(
            database.orm,
            await campaignsOf(user.userId, { campaignId, sessionId: null }),
          ),
        },
      }));
    },
    async start() {
      stop = await database.listen(
        'search_outdated',
        () => void wake(),
        () => void wake(),
      );
      await wake();
    },
    stop: () => stop(),
    chores: { search: wake },
  } satisfies Room & { shared: unknown };
}
