import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { type CampaignPageChoice, canChoose } from '#contract/campaign-page-choice.ts';
import {
  defaultShow,
  type LinkAudience,
  type LiveLink,
  type OnCampaignPage,
  type SharedKind,
  type ShareLink,
  type Show,
} from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockedBy, newAdmissionKey } from './passphrases.ts';
import { type ShareLinkRow, shareLinks } from './tables.ts';

export interface Target {
  kind: SharedKind;
  id: string;
  audience: LinkAudience;
}

interface LinkChange {
  show: Show;
  passphrase?: string | null | undefined;
}

export type ShareLinks = ReturnType<typeof createShareLinks>;

/** 128 bits (D10). */
const newPublicId = () => randomBytes(16).toString('base64url');

export const targetColumn = ({ kind }: Pick<Target, 'kind'>) =>
  kind === 'campaign' ? shareLinks.campaignId : shareLinks.sessionId;

const off = { publicId: null, enabledAt: null, passphraseHash: null, admissionKey: null };

/** Of an account that ends. */
export async function endLinks(tx: Orm, userId: string): Promise<void> {
  await tx.update(shareLinks).set(off).where(eq(shareLinks.userId, userId));
}

export function createShareLinks(deps: { database: Database; clock: Clock }) {
  const { database, clock } = deps;

  const ownTarget = ({ kind }: Target) => (kind === 'campaign' ? ownCampaign : ownSession);

  async function lock(tx: Orm, userId: string, target: Target): Promise<ShareLinkRow | null> {
    await ownTarget(target)(tx, userId, target.id, { forUpdate: true });
    return find(tx, target);
  }

  async function find(orm: Orm, target: Target): Promise<ShareLinkRow | null> {
    const [row] = await orm
      .select()
      .from(shareLinks)
      .where(and(eq(targetColumn(target), target.id), eq(shareLinks.audience, target.audience)));
    return row ?? null;
  }

  async function change(tx: Orm, row: ShareLinkRow, values: Partial<ShareLinkRow>): Promise<ShareLink> {
    await tx.update(shareLinks).set(values).where(eq(shareLinks.id, row.id));
    return view(tx, { ...row, ...values }, targetOf(row));
  }

  async function made(tx: Orm, userId: string, target: Target, values: Partial<ShareLinkRow>) {
    const row: ShareLinkRow = {
      id: newId(),
      userId,
      campaignId: target.kind === 'campaign' ? target.id : null,
      sessionId: target.kind === 'session' ? target.id : null,
      audience: target.audience,
      show: defaultShow(target.audience),
      ...off,
      leftOut: false,
      ...values,
    };
    await tx.insert(shareLinks).values(row);
    return row;
  }

  const on = () => ({ publicId: newPublicId(), enabledAt: clock.now() });

  return {
    async read(userId: string, target: Target): Promise<ShareLink> {
      await ownTarget(target)(database.orm, userId, target.id);
      return view(database.orm, await find(database.orm, target), target);
    },

    /** A new or removed passphrase ends all admissions. @throws Refusal invalidRequest for a public link */
    async set(userId: string, target: Target, { show, passphrase }: LinkChange): Promise<ShareLink> {
      if (target.audience === 'public' && typeof passphrase === 'string')
        throw new Refusal('invalidRequest', {
          message: 'A public link has no passphrase. Use the link for your players.',
        });
      await ownTarget(target)(database.orm, userId, target.id);
      const locked = passphrase === undefined ? {} : await lockedBy(passphrase);
      return database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row !== null) return change(tx, row, { show, ...locked, ...(row.publicId === null ? on() : {}) });
        return view(tx, await made(tx, userId, target, { show, ...locked, ...on() }), target);
      });
    },

    revoke: (userId: string, target: Target): Promise<void> =>
      database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row !== null) await change(tx, row, off);
      }),

    renew: (userId: string, target: Target): Promise<ShareLink> =>
      database.transaction(async (tx) => {
        const row = await lock(tx, userId, target);
        if (row === null || row.publicId === null)
          throw new Refusal('conflict', { message: 'This link is off. Turn it on first.' });
        return change(tx, row, on());
      }),

    /** @throws Refusal conflict if it would change nothing */
    chooseCampaignPage: (
      userId: string,
      { id, audience }: { id: string; audience: LinkAudience },
      choice: CampaignPageChoice,
    ): Promise<ShareLink> =>
      database.transaction(async (tx) => {
        const target: Target = { kind: 'session', id, audience };
        const { campaignId } = await ownSession(tx, userId, id);
        const ofCampaign = await lock(tx, userId, { kind: 'campaign', id: campaignId, audience });
        const row = await lock(tx, userId, target);
        if (!canChoose(choice, await view(tx, row, target)))
          throw new Refusal('conflict', {
            message: 'The links have changed since you opened this. Close it and open it again.',
          });
        if (choice === 'samePassphrase') {
          const { passphraseHash } = present(row, 'link of the session');
          const admissionKey = newAdmissionKey();
          await change(tx, present(ofCampaign, 'link of the campaign'), { passphraseHash, admissionKey });
          return view(tx, row, target);
        }
        return change(tx, row ?? (await made(tx, userId, target, {})), { leftOut: choice === 'leaveOut' });
      }),

    async list(userId: string): Promise<LiveLink[]> {
      const campaignOf = sql`coalesce(${shareLinks.campaignId}, ${sessions.campaignId})`;
      const rows = await database.orm
        .select({ link: shareLinks, sessionTitle: sessions.title, campaignTitle: campaigns.title })
        .from(shareLinks)
        .leftJoin(sessions, eq(sessions.id, shareLinks.sessionId))
        .innerJoin(campaigns, eq(campaigns.id, campaignOf))
        .where(and(eq(shareLinks.userId, userId), isNotNull(shareLinks.publicId)))
        .orderBy(desc(shareLinks.enabledAt), desc(shareLinks.id))
        .limit(textLimits.listedLinks.most);
      return rows.map(({ link, sessionTitle, campaignTitle }) => ({
        ...targetOf(link),
        publicId: present(link.publicId, 'address of the link'),
        title: sessionTitle ?? campaignTitle,
        campaignTitle,
        show: link.show,
        hasPassphrase: link.passphraseHash !== null,
        enabledAt: present(link.enabledAt, 'start of the link').toISOString(),
      }));
    },
  };
}

const targetOf = ({ campaignId, sessionId, audience }: ShareLinkRow): Target => ({
  kind: sessionId === null ? 'campaign' : 'session',
  id: present(sessionId ?? campaignId, 'target of the link'),
  audience,
});

async function view(orm: Orm, row: ShareLinkRow | null, target: Target): Promise<ShareLink> {
  const publicId = row?.publicId ?? null;
  return {
    publicId,
    enabled: publicId !== null,
    show: row?.show ?? defaultShow(target.audience),
    hasPassphrase: (row?.passphraseHash ?? null) !== null,
    campaignPage:
      target.kind === 'campaign' ? null : await onCampaignPage(orm, target, row?.leftOut === true),
  };
}

async function onCampaignPage(orm: Orm, { id, audience }: Target, leftOut: boolean): Promise<OnCampaignPage> {
  const [campaign] = await orm
    .select({ publicId: shareLinks.publicId, passphraseHash: shareLinks.passphraseHash })
    .from(shareLinks)
    .innerJoin(sessions, eq(sessions.campaignId, shareLinks.campaignId))
    .where(and(eq(sessions.id, id), eq(shareLinks.audience, audience), isNotNull(shareLinks.publicId)));
  return {
    enabled: campaign !== undefined,
    hasPassphrase: (campaign?.passphraseHash ?? null) !== null,
    leftOut,
  };
}
