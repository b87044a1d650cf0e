import type { NotesExports } from '#server/exports/notes-exports.ts';
import type { Mount } from '#server/http/mount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createCallWebhook } from './call-webhook.ts';
import { createDeliverPost, type DeliverJobData } from './deliver-post.ts';
import { createDestinations, type DestinationSettings, type ResolveHost } from './destinations.ts';
import { postingRoutes } from './posting-routes.ts';
import { type AutomaticJobData, automaticJob, createPosts, deliverJob } from './posts.ts';
import { createSendRequest, type SendRequest } from './send-request.ts';
import { createWebhooks } from './webhooks.ts';

const REQUEST_MS = 15_000;
const POSTS_AT_ONCE = 4;

export interface PostingDependencies
  extends Pick<Shared, 'database' | 'queue' | 'secrets' | 'clock' | 'log'> {
  exports: NotesExports;
  settings: DestinationSettings;
  resolve?: ResolveHost;
  sendRequest?: SendRequest;
}

/** Defines jobs: call it before the queue starts. */
export function createPosting(deps: PostingDependencies) {
  const { database, queue, clock, log } = deps;
  const destinations = createDestinations(deps.settings, deps.resolve);
  const sendRequest = deps.sendRequest ?? createSendRequest({ timeoutMs: REQUEST_MS });
  const call = createCallWebhook({ destinations, sendRequest, clock });
  const webhooks = createWebhooks({ database, clock, secrets: deps.secrets, destinations, call });
  const posts = createPosts({ database, queue, exports: deps.exports, clock });
  queue.work<DeliverJobData>(deliverJob, createDeliverPost({ database, queue, webhooks, call, clock, log }), {
    concurrency: POSTS_AT_ONCE,
  });
  queue.work<AutomaticJobData>(automaticJob, async ({ data }) => {
    try {
      await posts.postAfterAnalysis(data);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.info({ sessionId: data.sessionId, code: error.code }, 'Notes were not posted automatically.');
    }
  });
  return {
    notesFilled: posts.notesFilled,
    routes: (mount: Mount) => postingRoutes(mount, { webhooks, posts }),
    start: () => webhooks.renewEncryption(),
  };
}
