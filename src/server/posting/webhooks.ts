import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type PostFailureCode, type Posting, postFailures, type SavedWebhook } from '#contract/posting.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { CallWebhook, OpenWebhook } from './call-webhook.ts';
import { DestinationError, type Destinations } from './destinations.ts';
import { campaignWebhooks, failedPost, isOpenPost, posts, type WebhookRow } from './tables.ts';
import { readWebhookAddress } from './webhook-address.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

const mostPerMinute = { count: 10, windowMs: 60_000 };
const endsAutomatic: readonly PostFailureCode[] = ['webhookGone', 'webhookUnreadable'];

const addressOf = ({ id }: Pick<WebhookRow, 'id'>) => `webhook address ${id}`;
const secretOf = ({ id }: Pick<WebhookRow, 'id'>) => `webhook secret ${id}`;

/** Lock the campaign first to change it. */
export async function webhookOf(orm: Orm, campaignId: string): Promise<WebhookRow | null> {
  const [row] = await orm.select().from(campaignWebhooks).where(eq(campaignWebhooks.campaignId, campaignId));
  return row ?? null;
}

export async function turnOffAfter(orm: Orm, webhookId: string, code: PostFailureCode): Promise<void> {
  if (!endsAutomatic.includes(code)) return;
  await orm
    .update(campaignWebhooks)
    .set({ automatic: false, turnedOffBecause: code })
    .where(and(eq(campaignWebhooks.id, webhookId), eq(campaignWebhooks.automatic, true)));
}

export function createWebhooks(
  deps: Pick<Shared, 'database' | 'clock' | 'secrets'> & { destinations: Destinations; call: CallWebhook },
) {
  const { database, clock, secrets, destinations, call } = deps;
  const limit = createRateLimit(deps, 'webhooks', mostPerMinute);

  async function checked(text: string) {
    const address = readWebhookAddress(text, destinations.isListed);
    if (address === null) throw new Refusal('webhookAddressInvalid');
    try {
      await destinations.find(address.url);
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error;
      throw new Refusal(error.reason === 'forbidden' ? 'webhookForbidden' : 'webhookHostUnknown');
    }
    return address;
  }

  async function dropPosts(tx: Orm, { id }: WebhookRow): Promise<void> {
    await tx
      .update(posts)
      .set(failedPost('webhookReplaced', clock.now()))
      .where(and(eq(posts.webhookId, id), isOpenPost));
  }

  async function needed(orm: Orm, campaignId: string): Promise<WebhookRow> {
    const row = await webhookOf(orm, campaignId);
    if (row === null) throw new Refusal('webhookMissing');
    return row;
  }

  /** Null if the key is gone. */
  function open(row: WebhookRow): OpenWebhook | null {
    const address = secrets.open(row.address, addressOf(row));
    const signingSecret = row.secret && secrets.open(row.secret, secretOf(row));
    if (address === null || (row.secret !== null && signingSecret === null)) return null;
    return { kind: row.kind, url: new URL(address), signingSecret };
  }

  return {
    open,

    async read(userId: string, campaignId: string): Promise<Posting> {
      await ownCampaign(database.orm, userId, campaignId);
      return view(await webhookOf(database.orm, campaignId));
    },

    /** @throws Refusal webhookAddressInvalid, webhookForbidden, webhookHostUnknown, tooManyRequests */
    async save(userId: string, campaignId: string, text: string): Promise<SavedWebhook> {
      await ownCampaign(database.orm, userId, campaignId);
      await limit.enforce(userId);
      const { kind, url } = await checked(text);
      const signingSecret = kind === 'web' ? `whsec_${randomBytes(32).toString('base64url')}` : null;
      return database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const before = await webhookOf(tx, campaignId);
        if (before !== null) await dropPosts(tx, before);
        const id = newId();
        const row: WebhookRow = {
          id,
          campaignId,
          kind,
          host: url.host,
          ending: url.href.slice(-4),
          address: secrets.seal(url.href, addressOf({ id })),
          secret: signingSecret && secrets.seal(signingSecret, secretOf({ id })),
          automatic: before !== null && (before.automatic || before.turnedOffBecause !== null),
          turnedOffBecause: null,
          savedAt: clock.now(),
        };
        await tx
          .insert(campaignWebhooks)
          .values(row)
          .onConflictDoUpdate({ target: campaignWebhooks.campaignId, set: row });
        return { posting: view(row), signingSecret };
      });
    },

    remove: (userId: string, campaignId: string) =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const row = await webhookOf(tx, campaignId);
        if (row === null) return;
        await dropPosts(tx, row);
        await tx.delete(campaignWebhooks).where(eq(campaignWebhooks.campaignId, campaignId));
      }),

    /** @throws Refusal webhookMissing */
    change: (userId: string, campaignId: string, automatic: boolean) =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const row = await needed(tx, campaignId);
        const changes = { automatic, turnedOffBecause: null };
        await tx.update(campaignWebhooks).set(changes).where(eq(campaignWebhooks.campaignId, campaignId));
        return view({ ...row, ...changes });
      }),

    /** @throws Refusal webhookMissing, webhookFailed, tooManyRequests */
    async test(userId: string, campaignId: string): Promise<void> {
      await ownCampaign(database.orm, userId, campaignId);
      const row = await needed(database.orm, campaignId);
      await limit.enforce(userId);
      const webhook = open(row);
      const outcome =
        webhook === null
          ? ({ kind: 'failed', code: 'webhookUnreadable' } as const)
          : await call.send(webhook, testMessage(row), newId());
      if (outcome.kind === 'sent') return;
      if (outcome.kind === 'failed') await turnOffAfter(database.orm, row.id, outcome.code);
      throw new Refusal('webhookFailed', {
        message:
          outcome.kind === 'failed'
            ? postFailures[outcome.code]
            : outcome.kind === 'wait'
              ? `The webhook asks us to wait for ${Math.ceil(outcome.seconds)} seconds. Try again after that.`
              : 'We could not reach the webhook. Check its address, or try again in a minute.',
      });
    },

    async renewEncryption(): Promise<void> {
      const rows = await database.orm.select().from(campaignWebhooks);
      for (const row of rows) {
        const webhook = secrets.isCurrent(row.address) ? null : open(row);
        if (webhook === null) continue;
        await database.orm
          .update(campaignWebhooks)
          .set({
            address: secrets.seal(webhook.url.href, addressOf(row)),
            secret: webhook.signingSecret && secrets.seal(webhook.signingSecret, secretOf(row)),
          })
          .where(and(eq(campaignWebhooks.id, row.id), eq(campaignWebhooks.address, row.address)));
      }
    },
  };
}

const testMessage = ({ kind }: Pick<WebhookRow, 'kind'>): string =>
  kind === 'discord'
    ? 'This is a test message from Hearthscribe. Session notes of your campaign will be posted here.'
    : `${JSON.stringify({ format: 'hearthscribe-test', version: 1 })}\n`;

function view(row: WebhookRow | null): Posting {
  return {
    webhook: row && {
      kind: row.kind,
      host: row.host,
      ending: row.ending,
      savedAt: row.savedAt.toISOString(),
    },
    automatic: row?.automatic ?? false,
    turnedOffBecause: row?.turnedOffBecause ?? null,
  };
}
