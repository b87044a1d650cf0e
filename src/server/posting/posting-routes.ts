import {
  changePosting,
  createPost,
  listPosts,
  previewPost,
  readPosting,
  removeWebhook,
  saveWebhook,
  testWebhook,
} from '#contract/posting.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Posts } from './posts.ts';
import type { Webhooks } from './webhooks.ts';

export function postingRoutes(mount: Mount, { webhooks, posts }: { webhooks: Webhooks; posts: Posts }): void {
  mount(readPosting, ({ user, params }) => webhooks.read(user.userId, params.campaignId));
  mount(saveWebhook, ({ user, params, body }) => webhooks.save(user.userId, params.campaignId, body.address));
  mount(removeWebhook, ({ user, params }) => webhooks.remove(user.userId, params.campaignId));
  mount(changePosting, ({ user, params, body }) =>
    webhooks.change(user.userId, params.campaignId, body.automatic),
  );
  mount(testWebhook, ({ user, params }) => webhooks.test(user.userId, params.campaignId));
  mount(previewPost, async ({ user, params }) => ({
    preview: await posts.preview(user.userId, params.sessionId),
  }));
  mount(createPost, ({ user, params, body }) => posts.create(user.userId, params.sessionId, body));
  mount(listPosts, async ({ user, params }) => ({ posts: await posts.list(user.userId, params.sessionId) }));
}
