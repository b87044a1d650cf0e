import { pinPrep, readPrep, savePrep } from '#contract/prep.ts';
import { readStory } from '#contract/story.ts';
import { readTimeline } from '#contract/timeline.ts';
import {
  changeWorld,
  readThreads,
  readWorld,
  readWorldEntry,
  type WorldEntry,
  worldLimits,
} from '#contract/world.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Room } from '#server/http/room.ts';
import { createBreathing } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { oneAtATimeFor } from '#server/platform/one-at-a-time.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeEntries } from './edits.ts';
import { indexOf, viewOf } from './entries.ts';
import { entryPageOf } from './entry-page.ts';
import { createPrepSheets } from './prep-sheets.ts';
import { sourcesOf, threadSourcesOf, viewsOf } from './sources.ts';
import { readStoryOf, type ShownTo } from './story.ts';
import { suggestionsFor } from './suggestions.ts';
import { openThreadsIn, threadsOf } from './threads.ts';
import { timelineOf } from './timeline.ts';

export { memoryOf } from './memory.ts';

/** Each reads all of a campaign. */
const reading = oneAtATimeFor();

/** What is open in a campaign, the latest first, in the turn of its user. */
export const readOpenThreads = (
  orm: Orm,
  { id, userId }: { id: string; userId: string },
): Promise<string[]> => reading(userId, async () => openThreadsIn(orm, await threadSourcesOf(orm, id)));

export function createWorld({ shownTo, ...deps }: { database: Database; clock: Clock; shownTo: ShownTo }) {
  const { orm } = deps.database;
  const sheets = createPrepSheets(deps);
  /** Of a campaign of the user, in their turn. */
  const ofOwn = <Read>(userId: string, campaignId: string, read: () => Promise<Read>): Promise<Read> =>
    reading(userId, async () => {
      await ownCampaign(orm, userId, campaignId);
      return read();
    });

  return {
    routes(mount) {
      mount(readWorld, ({ user, params: { campaignId } }) =>
        ofOwn(user.userId, campaignId, async () => {
          const sources = await sourcesOf(orm, campaignId);
          const { entries } = await indexOf(sources);
          const inOrder = [...entries.values()].sort(
            (one, other) => other.count - one.count || one.name.localeCompare(other.name),
          );
          const listed = inOrder.slice(0, worldLimits.entries);
          const breathing = createBreathing();
          const views: WorldEntry[] = [];
          for (const entry of listed) {
            views.push(viewOf(entry, sources));
            await breathing();
          }
          return {
            entries: views,
            suggestions: await suggestionsFor(listed, sources),
            sessions: viewsOf(sources.sessions),
            hasMore: inOrder.length > listed.length,
          };
        }),
      );
      mount(readWorldEntry, ({ user, params: { campaignId, key } }) =>
        ofOwn(user.userId, campaignId, async () => {
          const sources = await sourcesOf(orm, campaignId);
          const index = await indexOf(sources);
          const entry = index.entries.get(key);
          if (entry === undefined) throw new Refusal('notFound');
          return entryPageOf(orm, index, sources, entry);
        }),
      );
      mount(readThreads, ({ user, params: { campaignId } }) =>
        ofOwn(user.userId, campaignId, async () => {
          const sources = await sourcesOf(orm, campaignId);
          return { threads: await threadsOf(orm, await indexOf(sources), sources) };
        }),
      );
      mount(changeWorld, async ({ user, params: { campaignId }, body: { changes } }) => ({
        undo: await changeEntries(deps, user.userId, campaignId, changes),
      }));
      mount(readStory, ({ user, params: { campaignId }, query: { audience, knows } }) =>
        ofOwn(user.userId, campaignId, () =>
          readStoryOf(orm, shownTo, { userId: user.userId, campaignId, audience, knows }),
        ),
      );
      mount(readTimeline, ({ user, params: { campaignId }, query: { audience } }) =>
        ofOwn(user.userId, campaignId, () =>
          timelineOf(orm, shownTo, { userId: user.userId, campaignId, audience }),
        ),
      );
      mount(readPrep, ({ user, params: { campaignId } }) =>
        reading(user.userId, () => sheets.read(user.userId, campaignId)),
      );
      mount(savePrep, async ({ user, params: { campaignId }, headers, body: { own } }) => ({
        revision: await sheets.save(user.userId, campaignId, revisionOf(headers['if-match']), own),
      }));
      mount(pinPrep, ({ user, params: { campaignId }, body: { pin } }) =>
        sheets.pin(user.userId, campaignId, pin),
      );
    },
  } satisfies Room;
}
