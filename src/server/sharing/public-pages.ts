import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Show } from '#contract/sharing.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import { publicLinks } from '#server/platform/database/tables/sharing.ts';
import {
  campaignPage,
  campaignWords,
  type PageContent,
  type SharedSession,
  sessionPage,
  sessionWords,
} from './page-html.ts';
import type { PreviewWords } from './preview/preview-svg.ts';
import { type Target, targetColumn } from './public-links.ts';
import { namesOf, publicParts, sectionsOf } from './shared-content.ts';

export interface FoundLink {
  linkId: string;
  target: Target;
  campaignId: string;
  show: Show;
  /** Changes with everything that a page of the campaign could show. */
  version: string;
}

export interface PublicPages {
  /** The link of this address if it is on. */
  find(target: Target, publicId: string): Promise<FoundLink | null>;
  /** What its page says; null where it was deleted a moment ago. */
  content(link: FoundLink): Promise<PageContent | null>;
  /** What its picture says; null where it was deleted a moment ago. */
  words(link: FoundLink): Promise<PreviewWords | null>;
}

/** One text for all rows that a page of a campaign is made of. */
const version = sql<string>`md5(concat_ws('|',
  (select concat(c.title, '|', c.system) from campaigns c where c.id = coalesce(public_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(s.id, s.revision, n.revision, l.public_id, l.show), ',' order by s.id)
    from sessions s left join notes n on n.session_id = s.id left join public_links l on l.session_id = s.id
    where s.campaign_id = coalesce(public_links.campaign_id, sessions.campaign_id)),
  (select concat(l.public_id, l.show) from public_links l
    where l.campaign_id = coalesce(public_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(t.id, t.speakers), ',' order by t.id)
    from transcripts t join sessions s on s.id = t.session_id
    where t.complete and s.campaign_id = coalesce(public_links.campaign_id, sessions.campaign_id))))`;

export function createPublicPages({ database }: { database: Database }): PublicPages {
  const { orm } = database;

  return {
    async find(target, publicId) {
      const [row] = await orm
        .select({
          linkId: publicLinks.id,
          campaignId: sql<string>`coalesce(${publicLinks.campaignId}, ${sessions.campaignId})`,
          show: publicLinks.show,
          version,
        })
        .from(publicLinks)
        .leftJoin(sessions, eq(sessions.id, publicLinks.sessionId))
        .where(and(eq(publicLinks.publicId, publicId), eq(targetColumn(target), target.id)));
      return row === undefined ? null : { ...row, target };
    },

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
      const [campaign] = await orm
        .select({ title: campaigns.title, system: campaigns.system, publicId: publicLinks.publicId })
        .from(campaigns)
        .leftJoin(publicLinks, eq(publicLinks.campaignId, campaigns.id))
        .where(eq(campaigns.id, campaignId));
      const all = await sharedSessions(orm, campaignId);
      const hide = await namesOf(orm, campaignId, show);
      const ids = target.kind === 'session' ? [target.id] : all.map(({ id }) => id);
      const sections = await sectionsOf(orm, ids);
      const withParts = (session: (typeof all)[number]): SharedSession => ({
        ...session,
        parts: publicParts(sections.get(session.id) ?? [], show),
      });
      const about = { id: campaignId, title: campaign?.title ?? '', publicId: campaign?.publicId ?? null };
      if (target.kind === 'campaign') {
        const shown = all
          .map(withParts)
          .filter(({ parts, publicId }) => parts.length > 0 || publicId !== null);
        return campaignPage({
          campaign: { ...about, system: campaign?.system ?? '' },
          sessions: shown,
          hide,
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
      });
    },
  };
}

/** All sessions in their order, with their addresses where they are shared. */
async function sharedSessions(orm: Orm, campaignId: string) {
  return orm
    .select({
      id: sessions.id,
      title: sessions.title,
      playedAt: sessions.playedAt,
      publicId: publicLinks.publicId,
    })
    .from(sessions)
    .leftJoin(publicLinks, and(eq(publicLinks.sessionId, sessions.id), isNotNull(publicLinks.publicId)))
    .where(eq(sessions.campaignId, campaignId))
    .orderBy(asc(sessions.position));
}
