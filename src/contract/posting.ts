import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';
import { keysOf } from './unknown-values.ts';

export const WebhookKind = z.enum(['discord', 'web']);
export type WebhookKind = z.infer<typeof WebhookKind>;

export const postFailures = {
  webhookGone:
    'The webhook no longer exists, or no longer accepts messages from us. Create a new one and save its address in the campaign settings, under Discord and webhooks.',
  webhookRefused: 'The webhook rejected the message. Check its address in the campaign settings.',
  webhookForum:
    'This webhook belongs to a forum channel, which accepts no plain messages. Use a webhook of a text ' +
    'channel.',
  webhookRedirected:
    'The webhook’s address redirects to another one. Save the final address in the campaign settings.',
  webhookUnreachable: 'We could not reach the webhook for more than an hour. Try again later.',
  webhookBusy: 'The webhook asked us to wait for more than a day. Try again later.',
  webhookForbidden: 'The webhook’s address is in a private network. We only post to public addresses.',
  webhookUnreadable:
    'We can no longer read the stored address of the webhook. Save it again in the campaign settings.',
  webhookReplaced: 'The webhook was changed or removed before everything was posted. Post again.',
} as const;
export type PostFailureCode = keyof typeof postFailures;
const postFailureCodes: readonly PostFailureCode[] = keysOf(postFailures);

/** Shows only the secret address's host and last four characters. */
export const Webhook = z.object({
  kind: WebhookKind,
  host: z.string(),
  ending: z.string().length(4),
  savedAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

export const Posting = z.object({
  webhook: Webhook.nullable(),
  automatic: z.boolean(),
  turnedOffBecause: z.enum(postFailureCodes).nullable(),
});
export type Posting = z.infer<typeof Posting>;

export const Post = z.object({
  id: Id,
  sessionId: Id,
  kind: WebhookKind,
  host: z.string(),
  cause: z.enum(['user', 'analysis']),
  state: z.enum(['waiting', 'sending', 'posted', 'failed']),
  messageCount: z.int().positive(),
  sentCount: z.int().nonnegative(),
  createdAt: Timestamp,
  nextAttemptAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  link: z.url().nullable(),
  failure: z.object({ code: z.enum(postFailureCodes), message: z.string() }).nullable(),
});
export type Post = z.infer<typeof Post>;

export const PostPreview = z.object({
  kind: WebhookKind,
  host: z.string(),
  /** In order; one JSON text for a user's own address. Empty: nothing for players yet. */
  messages: z.array(z.string()),
  /** Identifies messages and webhook; posting fails if either has changed. */
  version: z.string(),
  previous: Post.nullable(),
});
export type PostPreview = z.infer<typeof PostPreview>;

export const mostPostMessages = 100;

const responses = { 200: Posting };

export const readPosting = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/posting',
  params: CampaignParams,
  responses,
  errors: ['notFound'],
  description: 'The webhook of a campaign, without its address, and whether notes are posted automatically.',
});

export const SavedWebhook = z.object({ posting: Posting, signingSecret: z.string().nullable() });
export type SavedWebhook = z.infer<typeof SavedWebhook>;

export const saveWebhook = defineCall({
  method: 'PUT',
  path: '/campaigns/{campaignId}/posting/webhook',
  params: CampaignParams,
  body: z.object({ address: z.string().trim().min(1).max(2000) }),
  responses: { 200: SavedWebhook },
  errors: ['notFound', 'webhookAddressInvalid', 'webhookForbidden', 'webhookHostUnknown', 'tooManyRequests'],
  description:
    'Stores the address of a Discord webhook or of the user’s own. For the user’s own it returns, once, ' +
    'the secret that signs posts.',
});

export const removeWebhook = defineCall({
  method: 'DELETE',
  path: '/campaigns/{campaignId}/posting/webhook',
  params: CampaignParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Deletes the address. Posts that have not been sent fail.',
});

export const changePosting = defineCall({
  method: 'PATCH',
  path: '/campaigns/{campaignId}/posting',
  params: CampaignParams,
  body: z.object({ automatic: z.boolean() }),
  responses,
  errors: ['notFound', 'webhookMissing'],
  description: 'Turns automatic posting on or off.',
});

export const testWebhook = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/posting/test',
  params: CampaignParams,
  responses: { 204: null },
  errors: ['notFound', 'webhookMissing', 'webhookFailed', 'tooManyRequests'],
  description: 'Posts a test message.',
});

export const previewPost = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/posts/preview',
  params: SessionParams,
  responses: { 200: z.object({ preview: PostPreview.nullable() }) },
  errors: ['notFound', 'notesTooLongToPost'],
  description: 'Exactly what would be posted: the players’ version of the notes; null without a webhook.',
});

export const createPost = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/posts',
  params: SessionParams,
  body: z.object({
    version: z.string().max(100),
    again: z.boolean().default(false),
  }),
  responses: { 202: Post },
  errors: [
    'notFound',
    'webhookMissing',
    'notesTooLongToPost',
    'nothingToPost',
    'previewOutdated',
    'alreadyPosted',
    'postRunning',
  ],
  description: 'Posts what the preview of this version showed.',
});

export const listPosts = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/posts',
  params: SessionParams,
  responses: { 200: z.object({ posts: z.array(Post) }) },
  errors: ['notFound'],
  description: 'The latest posts of a session, at most 20, newest first.',
});

export const webhookHeaders = {
  /** The same for all attempts. */
  delivery: 'x-hearthscribe-delivery',
  /** Seconds since 1970. */
  timestamp: 'x-hearthscribe-timestamp',
  /** `v1=` and the hex HMAC-SHA256 of timestamp, full stop and body. */
  signature: 'x-hearthscribe-signature',
} as const;
