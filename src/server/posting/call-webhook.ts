import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type PostFailureCode, webhookHeaders } from '#contract/posting.ts';
import type { Clock } from '#server/platform/clock.ts';
import { DestinationError, type Destinations } from './destinations.ts';
import type { Answer, SendRequest } from './send-request.ts';
import type { WebhookAddress } from './webhook-address.ts';

export interface OpenWebhook extends WebhookAddress {
  signingSecret: string | null;
}

/** `restSeconds`: what the other side asked us to wait. */
export type Outcome =
  | { kind: 'sent'; messageId: string; restSeconds: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'unreachable'; seconds: number }
  | { kind: 'failed'; code: PostFailureCode };

export type CallWebhook = ReturnType<typeof createCallWebhook>;

const LONGEST_WAIT_SECONDS = 86_400;
/** Discord: "Webhooks posted to forum channels must have a thread_name or thread_id". */
const FORUM_CHANNEL = 220_001;
const gone = [401, 403, 404, 410];
const passing = [408, 425, 500, 502, 503, 504];

const SentMessage = z.object({ id: z.string().regex(/^\d{1,30}$/) });
const WebhookFacts = z.object({
  guild_id: z.string().regex(/^\d{1,30}$/),
  channel_id: z.string().regex(/^\d{1,30}$/),
});
const Trouble = z.object({ code: z.number().optional(), retry_after: z.number().nonnegative().optional() });

export function createCallWebhook(deps: {
  destinations: Destinations;
  sendRequest: SendRequest;
  clock: Clock;
}) {
  const { destinations, sendRequest, clock } = deps;

  async function post(
    { kind, url, signingSecret }: OpenWebhook,
    message: string,
    deliveryId: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const target = new URL(url);
    if (kind === 'discord') target.searchParams.set('wait', 'true');
    const destination = await destinations.find(target);
    const body =
      kind === 'discord' ? JSON.stringify({ content: message, allowed_mentions: { parse: [] } }) : message;
    return sendRequest(destination, {
      method: 'POST',
      headers: kind === 'discord' ? {} : signed(body, signingSecret ?? '', deliveryId),
      body,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  function signed(body: string, secret: string, deliveryId: string): Record<string, string> {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return {
      [webhookHeaders.delivery]: deliveryId,
      [webhookHeaders.timestamp]: timestamp,
      [webhookHeaders.signature]: `v1=${signature}`,
    };
  }

  return {
    async send(
      webhook: OpenWebhook,
      message: string,
      deliveryId: string,
      signal?: AbortSignal,
    ): Promise<Outcome> {
      try {
        return outcomeOf(await post(webhook, message, deliveryId, signal), clock.now());
      } catch (error) {
        if (signal?.aborted) throw error;
        return error instanceof DestinationError && error.reason === 'forbidden'
          ? { kind: 'failed', code: 'webhookForbidden' }
          : { kind: 'unreachable', seconds: 0 };
      }
    },

    async linkTo(
      { kind, url }: OpenWebhook,
      messageId: string,
      signal?: AbortSignal,
    ): Promise<string | null> {
      if (kind !== 'discord' || messageId === '') return null;
      try {
        const bare = new URL(url);
        bare.search = '';
        const answer = await sendRequest(await destinations.find(bare), {
          method: 'GET',
          ...(signal === undefined ? {} : { signal }),
        });
        const facts = WebhookFacts.parse(JSON.parse(answer.text));
        const channel = url.searchParams.get('thread_id') ?? facts.channel_id;
        return `https://discord.com/channels/${facts.guild_id}/${channel}/${messageId}`;
      } catch (error) {
        if (signal?.aborted) throw error;
        return null;
      }
    },
  };
}

function outcomeOf(answer: Answer, now: Date): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const sent = SentMessage.safeParse(jsonOf(answer));
    return { kind: 'sent', messageId: sent.success ? sent.data.id : '', restSeconds: restOf(answer) };
  }
  if (status === 429) return { kind: 'wait', seconds: Math.max(1, askedSeconds(answer, now)) };
  if (passing.includes(status) || status > 504)
    return { kind: 'unreachable', seconds: askedSeconds(answer, now) };
  if (gone.includes(status)) return { kind: 'failed', code: 'webhookGone' };
  if (status >= 300 && status < 400) return { kind: 'failed', code: 'webhookRedirected' };
  const isForum = troubleOf(answer)?.code === FORUM_CHANNEL;
  return { kind: 'failed', code: isForum ? 'webhookForum' : 'webhookRefused' };
}

function restOf({ headers }: Answer): number {
  if (headers['x-ratelimit-remaining'] !== '0') return 0;
  return bounded(Number(headers['x-ratelimit-reset-after']));
}

/** Discord's `retry_after` is more exact than the header. */
function askedSeconds(answer: Answer, now: Date): number {
  const exact = troubleOf(answer)?.retry_after;
  if (exact !== undefined) return bounded(exact);
  const header = answer.headers['retry-after'] ?? '';
  return bounded(/^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000);
}

const bounded = (seconds: number): number =>
  Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS) : 0;

function troubleOf(answer: Answer) {
  const trouble = Trouble.safeParse(jsonOf(answer));
  return trouble.success ? trouble.data : null;
}

function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
