import { pinPrep, readPrep, savePrep } from '#contract/prep.ts';
import { readStory } from '#contract/story.ts';
import { changeWorld, readThreads, readWorld, readWorldEntry, worldLimits } from '#contract/world.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeEntries } from './edits.ts';
import { indexOf, viewOf } from './entries.ts';
import { entryPageOf } from './entry-page.ts';
import { createPrepSheets } from './prep-sheets.ts';
import { sourcesOf, viewsOf } from './sources.ts';
import { readStoryOf, type ShownTo } from './story.ts';
import { suggestionsFor } from './suggestions.ts';
import { threadsOf } from './threads.ts';

export function createWorld({ shownTo, ...deps }: { database: Database; clock: Clock; shownTo: ShownTo }) {
  const { orm } = deps.database;
  const sheets = createPrepSheets(deps);
  return {
    routes(mount) {
      mount(readWorld, async ({ user, params: { campaignId } }) => {
        await ownCampaign(orm, user.userId, campaignId);
        const sources = await sourcesOf(orm, campaignId);
        const { entries } = await indexOf(sources);
        const inOrder = [...entries.values()].sort(
          (one, other) => other.count - one.count || one.name.localeCompare(other.name),
        );
        const listed = inOrder.slice(0, worldLimits.entries);
        return {
          status: 200,
          body: {
            entries: listed.map((entry) => viewOf(entry, sources)),
            suggestions: suggestionsFor(listed, sources),
            sessions: viewsOf(sources.sessions),
            hasMore: inOrder.length > listed.length,
          },
        };
      });
      mount(readWorldEntry, async ({ user, params: { campaignId, key } }) => {
        await ownCampaign(orm, user.userId, campaignId);
        const sources = await sourcesOf(orm, campaignId);
        const index = await indexOf(sources);
        const entry = index.entries.get(key);
        if (entry === undefined) throw new Refusal('notFound');
        return { status: 200, body: await entryPageOf(orm, index, sources, entry) };
      });
      mount(readThreads, async ({ user, params: { campaignId } }) => {
        await ownCampaign(orm, user.userId, campaignId);
        const sources = await sourcesOf(orm, campaignId);
        return { status: 200, body: { threads: await threadsOf(orm, await indexOf(sources), sources) } };
      });
      mount(changeWorld, async ({ user, params: { campaignId }, body: { changes } }) => ({
        status: 200,
        body: { undo: await changeEntries(deps, user.userId, campaignId, changes) },
      }));
      mount(readStory, async ({ user, params: { campaignId }, query: { audience } }) => {
        await ownCampaign(orm, user.userId, campaignId);
        const asked = { userId: user.userId, campaignId, audience };
        return { status: 200, body: await readStoryOf(orm, shownTo, asked) };
      });
      mount(readPrep, async ({ user, params: { campaignId } }) => ({
        status: 200,
        body: await sheets.read(user.userId, campaignId),
      }));
      mount(savePrep, async ({ user, params: { campaignId }, headers, body: { own } }) => ({
        status: 200,
        body: {
          revision: await sheets.save(user.userId, campaignId, revisionOf(headers['if-match']), own),
        },
      }));
      mount(pinPrep, async ({ user, params: { campaignId }, body: { pin } }) => ({
        status: 200,
        body: await sheets.pin(user.userId, campaignId, pin),
      }));
    },
  } satisfies Room;
}
