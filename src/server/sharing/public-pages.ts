import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { losesLabel } from '#contract/result-parts.ts';
import { type LinkAudience, type SharedKind, type Show, sharedPath } from '#contract/sharing.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import { proposals, type ShareLinkRow, shareLinks } from '#server/platform/database/tables/sharing.ts';
import { joinReads } from '#server/platform/joined-reads.ts';
import {
  campaignPage,
  campaignWords,
  type PageContent,
  type SharedSession,
  sessionPage,
  sessionWords,
} from './page-html.ts';
import type { PreviewWords } from './preview/preview-svg.ts';
import { type Target, targetColumn } from './share-links.ts';
import { namesOf, sectionsOf, sharedParts } from './shared-content.ts';
import type { Table } from './suggest-html.ts';

export interface FoundLink extends Pick<ShareLinkRow, 'userId' | 'passphraseHash' | 'admissionKey'> {
  linkId: string;
  target: Target;
  publicId: string;
  campaignId: string;
  show: Show;
  version: string;
}

export interface PublicPages {
  find(target: Target, publicId: string): Promise<FoundLink | null>;
  content(link: FoundLink): Promise<PageContent | null>;
  words(link: FoundLink): Promise<PreviewWords | null>;
}

const version = sql<string>`md5(concat_ws('|',
  (select concat(c.title, '|', c.system) from campaigns c where c.id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(s.id, s.revision, n.revision, l.public_id, l.show), ',' order by s.id)
    from sessions s left join notes n on n.session_id = s.id
    left join share_links l on l.session_id = s.id and l.audience = share_links.audience
    where s.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select concat(l.public_id, l.show) from share_links l
    where l.audience = share_links.audience
    and l.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(p.id, p.quote), ',' order by p.id) from proposals p
    where share_links.audience = 'players' and p.kind = 'comment' and p.state = 'accepted'
    and p.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select c.revision from casts c where c.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(t.id, t.speakers), ',' order by t.id)
    from transcripts t join sessions s on s.id = t.session_id
    where t.complete and s.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id))))`;

export function createPublicPages({ database }: { database: Database }): PublicPages {
  const { orm } = database;

  const findLink = joinReads(async (key: string): Promise<FoundLink | null> => {
    // biome-ignore lint/plugin: `find` below joins these four.
    const [kind, audience, id, publicId] = key.split(' ') as [SharedKind, LinkAudience, string, string];
    const target = { kind, audience, id };
    const [row] = await orm
      .select({
        linkId: shareLinks.id,
        campaignId: sql<string>`coalesce(${shareLinks.campaignId}, ${sessions.campaignId})`,
        userId: shareLinks.userId,
        passphraseHash: shareLinks.passphraseHash,
        admissionKey: shareLinks.admissionKey,
        show: shareLinks.show,
        version,
      })
      .from(shareLinks)
      .leftJoin(sessions, eq(sessions.id, shareLinks.sessionId))
      .where(
        and(
          eq(shareLinks.publicId, publicId),
          eq(shareLinks.audience, audience),
          eq(targetColumn(target), id),
        ),
      );
    return row === undefined ? null : { ...row, target, publicId };
  });

  return {
    find: ({ kind, audience, id }, publicId) => findLink(`${kind} ${audience} ${id} ${publicId}`),

    async words({ campaignId, show, target }) {
      const [campaign] = await orm
        .select({ title: campaigns.title, system: campaigns.system })
        .from(campaigns)
        .where(eq(campaigns.id, campaignId));
      if (campaign === undefined) return null;
      const hide = await namesOf(orm, campaignId, show);
      if (target.kind === 'campaign') return campaignWords(campaign, hide);
      const [session] = await orm
        .select({ title: sessions.title, playedAt: sessions.playedAt })
        .from(sessions)
        .where(eq(sessions.id, target.id));
      return session === undefined ? null : sessionWords(campaign, session, hide);
    },

    async content(link) {
      const { campaignId, show, target } = link;
      const { audience } = target;
      const [campaign] = await orm
        .select({ title: campaigns.title, system: campaigns.system, publicId: shareLinks.publicId })
        .from(campaigns)
        .leftJoin(shareLinks, and(eq(shareLinks.campaignId, campaigns.id), eq(shareLinks.audience, audience)))
        .where(eq(campaigns.id, campaignId));
      const all = await sharedSessions(orm, campaignId, audience);
      const hide = await namesOf(orm, campaignId, show);
      const ids = target.kind === 'session' ? [target.id] : all.map(({ id }) => id);
      const sections = await sectionsOf(orm, ids);
      const table: Table | null =
        audience === 'public'
          ? null
          : {
              path: sharedPath(target, link.publicId),
              linkId: link.linkId,
              comments: await shownComments(orm, campaignId),
              sections,
            };
      const withParts = (session: (typeof all)[number]): SharedSession => {
        const written = sections.get(session.id) ?? [];
        const parts = sharedParts(written, { audience, show });
        return { ...session, parts, losesLabel: losesLabel(written, parts) };
      };
      const about = {
        audience,
        id: campaignId,
        title: campaign?.title ?? '',
        publicId: campaign?.publicId ?? null,
      };
      if (target.kind === 'campaign') {
        const shown = all
          .map(withParts)
          .filter(({ parts, publicId }) => parts.length > 0 || publicId !== null);
        return campaignPage({
          campaign: { ...about, system: campaign?.system ?? '' },
          sessions: shown,
          hide,
          table,
        });
      }
      const at = all.findIndex(({ id }) => id === target.id);
      const session = all[at];
      if (session === undefined) return null;
      const isShared = ({ publicId }: { publicId: string | null }) => publicId !== null;
      return sessionPage({
        campaign: about,
        session: withParts(session),
        previous: all.slice(0, at).findLast(isShared) ?? null,
        next: all.slice(at + 1).find(isShared) ?? null,
        hide,
        table,
      });
    },
  };
}

async function sharedSessions(orm: Orm, campaignId: string, audience: LinkAudience) {
  const rows = await orm
    .select({
      id: sessions.id,
      title: sessions.title,
      playedAt: sessions.playedAt,
      publicId: shareLinks.publicId,
    })
    .from(sessions)
    .leftJoin(
      shareLinks,
      and(
        eq(shareLinks.sessionId, sessions.id),
        eq(shareLinks.audience, audience),
        isNotNull(shareLinks.publicId),
      ),
    )
    .where(eq(sessions.campaignId, campaignId))
    .orderBy(asc(sessions.position));
  return rows.map((row) => ({ ...row, audience }));
}

async function shownComments(orm: Orm, campaignId: string) {
  return orm
    .select({
      sessionId: proposals.sessionId,
      sectionKey: proposals.sectionKey,
      quote: proposals.quote,
      author: proposals.author,
      text: proposals.text,
    })
    .from(proposals)
    .where(
      and(
        eq(proposals.campaignId, campaignId),
        eq(proposals.state, 'accepted'),
        eq(proposals.kind, 'comment'),
      ),
    )
    .orderBy(asc(proposals.id));
}
