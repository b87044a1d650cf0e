import { eq } from 'drizzle-orm';
import type { SearchFilters, SearchResult } from '#contract/search.ts';
import { answerSearch, readSearchSuggestions, searchCampaigns, searchLimits } from '#contract/search.ts';
import type { LinkAudience } from '#contract/sharing.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { campaigns } from '#server/campaigns/tables.ts';
import type { Room } from '#server/http/room.ts';
import { createSlowAnswers, type SlowAnswers } from '#server/http/slow-answers.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { answerFromHits, type FindAnswerer, type Passage, shownAnswerer } from './answers.ts';
import type { Asked } from './asked.ts';
import { createIndexer } from './indexer.ts';
import { knownHits, type OpenThreads } from './known.ts';
import type { Reader } from './reader.ts';
import { findingOf, search } from './search.ts';
import { suggestionsOf } from './suggestions.ts';

export { forgetIndexed } from './texts.ts';

const job = 'search-index';
const perUser = { count: 240, windowMs: 60_000, ahead: 20 };

export function createSearch(
  deps: Pick<Shared, 'database' | 'queue' | 'clock' | 'log'> & {
    texts: readonly RoomTexts[];
    /** Default: no language model answers. */
    answerer?: FindAnswerer;
    slowAnswers?: SlowAnswers;
    openThreads: OpenThreads;
  },
) {
  const { database, queue } = deps;
  const indexer = createIndexer(deps);
  const limit = createRateLimit(deps, 'searches', perUser);
  const answersLimit = createRateLimit(deps, 'answers in an hour', {
    count: searchLimits.answersAnHour,
    windowMs: 3_600_000,
  });
  const answerer: FindAnswerer = deps.answerer ?? (async () => null);
  const slow = deps.slowAnswers ?? createSlowAnswers();
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

  const campaign = (id: string) => database.orm.select().from(campaigns).where(eq(campaigns.id, id));

  /** @param sharedCampaignId as for an answerer */
  async function found(asked: Asked, sharedCampaignId: string | null) {
    const { unshown, units, ...passages } = await search(database.orm, asked);
    const known = await knownHits(database.orm, asked, deps.openThreads);
    const hits = [...known, ...passages.hits].slice(0, searchLimits.hits);
    const result = { ...passages, hits, isQuestion: passages.isQuestion || known.length > 0 };
    const isAnswerable = result.isQuestion && result.hits.length > 0;
    const writer = isAnswerable ? await answerer(sharedCampaignId) : null;
    const shown: SearchResult = { ...result, answers: writer === null ? null : shownAnswerer(writer) };
    return { result: shown, unshown, units };
  }

  return {
    /** For readers of a shared page. */
    shared: {
      async find({
        campaignId,
        query,
        ...reader
      }: { campaignId: string; query: string } & Extract<Reader, { audience: LinkAudience }>) {
        const own = await campaign(campaignId);
        const filters = { sessionId: null, speaker: null, kind: null };
        const { result, unshown, units } = await found(
          { query, campaigns: own, filters, reader },
          campaignId,
        );
        const language = languageOf(own);
        const findingThem = (words: readonly string[]) => findingOf(database.orm, language, units, words);
        return { ...result, unshown, findingOf: findingThem };
      },
      /** @param passages what the page shows, and nothing else. Null: the language model failed, or is gone */
      async answer(
        { campaignId, query, passages }: { campaignId: string; query: string; passages: Passage[] },
        signal: AbortSignal,
      ) {
        const language = languageOf(await campaign(campaignId));
        const writer = await answerer(campaignId);
        return writer?.answer({ question: query, language, passages }, signal) ?? null;
      },
    },
    routes(mount) {
      mount(searchCampaigns, async ({ user, body }) => {
        await limit.enforce(user.userId);
        const { query, campaignId = null, sessionId = null, speaker = null, kind = null } = body;
        const own = await campaignsOf(user.userId, { campaignId, sessionId });
        const filters = { sessionId, speaker, kind };
        const reader = { audience: 'gm' } as const;
        const { result } = await found({ query, campaigns: own, filters, reader }, null);
        return result;
      });
      mount(answerSearch, async ({ user, body, signal }) => {
        const { query, campaignId = null, sessionId = null, speaker = null, kind = null } = body;
        const own = await campaignsOf(user.userId, { campaignId, sessionId });
        const writer = await answerer(null);
        if (writer === null)
          throw new Refusal('conflict', {
            message: 'No language model can answer right now. Try again later.',
          });
        await answersLimit.enforce(user.userId);
        const filters = { sessionId, speaker, kind };
        const asked = { query, campaigns: own, filters, reader: { audience: 'gm' } } as const;
        const events = {
          first: ': reading\n\n',
          beat: ': still reading\n\n',
          headers: { 'content-type': 'text/event-stream; charset=utf-8' },
        };
        return slow.respond(events, signal, async (whileAsked) => {
          const { result } = await found(asked, null);
          const given = { query, language: languageOf(own), result };
          const answer = await answerFromHits(writer, given, whileAsked);
          return `event: answer\ndata: ${JSON.stringify(answer)}\n\n`;
        });
      });
      mount(readSearchSuggestions, async ({ user, query: { campaignId = null } }) => ({
        names: await suggestionsOf(
          database.orm,
          await campaignsOf(user.userId, { campaignId, sessionId: null }),
        ),
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

/** Of passages in different languages nothing is said. */
const languageOf = (rows: readonly { language: string | null }[]): string | null =>
  new Set(rows.map(({ language }) => language)).size === 1 ? (rows[0]?.language ?? null) : null;
