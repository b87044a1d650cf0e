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
  mount(readPosting, async ({ user, params }) => ({
    status: 200,
    body: await webhooks.read(user.userId, params.campaignId),
  }));
  mount(saveWebhook, async ({ user, params, body }) => ({
    status: 200,
    body: await webhooks.save(user.userId, params.campaignId, body.address),
  }));
  mount(removeWebhook, async ({ user, params }) => {
    await webhooks.remove(user.userId, params.campaignId);
    return { status: 204 };
  });
  mount(changePosting, async ({ user, params, body }) => ({
    status: 200,
    body: await webhooks.change(user.userId, params.campaignId, body.automatic),
  }));
  mount(testWebhook, async ({ user, params }) => {
    await webhooks.test(user.userId, params.campaignId);
    return { status: 204 };
  });
  mount(previewPost, async ({ user, params }) => ({
    status: 200,
    body: { preview: await posts.preview(user.userId, params.sessionId) },
  }));
  mount(createPost, async ({ user, params, body }) => ({
    status: 202,
    body: await posts.create(user.userId, params.sessionId, body),
  }));
  mount(listPosts, async ({ user, params }) => ({
    status: 200,
    body: { posts: await posts.list(user.userId, params.sessionId) },
  }));
}
