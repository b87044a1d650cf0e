import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import {
  defaultShow,
  type LiveLink,
  type PublicLink,
  type SharedKind,
  type Show,
} from '#contract/sharing.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import { type PublicLinkRow, publicLinks } from '#server/platform/database/tables/sharing.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A campaign or a session that can be shared. */
export interface Target {
  kind: SharedKind;
  id: string;
}

/** Each of them throws notFound where the target is not the user's. */
export interface PublicLinks {
  read(userId: string, target: Target): Promise<PublicLink>;
  /** Turns it on with a new address, or changes what a link that is on shows. */
  set(userId: string, target: Target, show: Show): Promise<PublicLink>;
  /** From now on its address leads nowhere, for good. */
  revoke(userId: string, target: Target): Promise<void>;
  /** @throws Refusal conflict where it is off */
  renew(userId: string, target: Target): Promise<PublicLink>;
  list(userId: string): Promise<LiveLink[]>;
}

/** 128 bits from the system's generator (D10). */
const newPublicId = () => randomBytes(16).toString('base64url');

/** The column that names the target of a link. */
export const targetColumn = ({ kind }: Pick<Target, 'kind'>) =>
  kind === 'campaign' ? publicLinks.campaignId : publicLinks.sessionId;

export function createPublicLinks(deps: { database: Database; clock: Clock }): PublicLinks {
  const { database, clock } = deps;

  async function lock(tx: Orm, userId: string, target: Target): Promise<PublicLinkRow | null> {
    const own = target.kind === 'campaign' ? ownCampaign : ownSession;
    await own(tx, userId, target.id, { forUpdate: true });
    return find(tx, target);
  }

  async function find(orm: Orm, target: Target): Promise<PublicLinkRow | null> {
    const [row] = await orm
      .select()
      .from(publicLinks)
      .where(eq(targetColumn(target), target.id));
    return row ?? null;
  }

  async function change(tx: Orm, row: PublicLinkRow, values: Partial<PublicLinkRow>): Promise<PublicLink> {
    await tx.update(publicLinks).set(values).where(eq(publicLinks.id, row.id));
    return view({ ...row, ...values });
  }

  const on = () => ({ publicId: newPublicId(), enabledAt: clock.now() });

  return {
    async read(userId, target) {
      await (target.kind === 'campaign' ? ownCampaign : ownSession)(database.orm, userId, target.id);
      return view(await find(database.orm, target));
    },

    set: (userId, target, show) =>
      database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row !== null) return change(tx, row, row.publicId === null ? { show, ...on() } : { show });
        const made: PublicLinkRow = {
          id: newId(),
          userId,
          campaignId: target.kind === 'campaign' ? target.id : null,
          sessionId: target.kind === 'session' ? target.id : null,
          show,
          ...on(),
        };
        await tx.insert(publicLinks).values(made);
        return view(made);
      }),

    revoke: (userId, target) =>
      database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row !== null) await change(tx, row, { publicId: null, enabledAt: null });
      }),

    renew: (userId, target) =>
      database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row === null || row.publicId === null)
          throw new Refusal('conflict', { message: 'This link is off. Turn it on first.' });
        return change(tx, row, on());
      }),

    async list(userId) {
      const campaignOf = sql`coalesce(${publicLinks.campaignId}, ${sessions.campaignId})`;
      const rows = await database.orm
        .select({ link: publicLinks, sessionTitle: sessions.title, campaignTitle: campaigns.title })
        .from(publicLinks)
        .leftJoin(sessions, eq(sessions.id, publicLinks.sessionId))
        .innerJoin(campaigns, eq(campaigns.id, campaignOf))
        .where(and(eq(publicLinks.userId, userId), isNotNull(publicLinks.publicId)))
        .orderBy(desc(publicLinks.enabledAt), desc(publicLinks.id));
      return rows.map(({ link, sessionTitle, campaignTitle }) => ({
        kind: link.sessionId === null ? 'campaign' : 'session',
        id: (link.sessionId ?? link.campaignId)!,
        publicId: link.publicId!,
        title: sessionTitle ?? campaignTitle,
        campaignTitle,
        show: link.show,
        enabledAt: link.enabledAt!.toISOString(),
      }));
    },
  };
}

function view(row: Pick<PublicLinkRow, 'publicId' | 'show'> | null): PublicLink {
  const publicId = row?.publicId ?? null;
  return { publicId, enabled: publicId !== null, show: row?.show ?? defaultShow };
}
