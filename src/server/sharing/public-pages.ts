import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type LinkAudience, type SharedKind, type Show, sharedPath } from '#contract/sharing.ts';
import { attendanceOf, playersIn } from '#server/campaigns/attendance.ts';
import type { SetDate } from '#server/campaigns/set-dates.ts';
import { campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { joinReads } from '#server/platform/joined-reads.ts';
import { isBeyond } from '#server/platform/text-limits.ts';
import { worldEdits } from '#server/world/tables.ts';
import { campaignWords, type PlaceOfPage, type SessionRange, sessionWords } from './page-html.ts';
import type { PreviewWords } from './preview/preview-svg.ts';
import { keepNames } from './pseudonyms.ts';
import { type Target, targetColumn } from './share-links.ts';
import { namesOf, timedNotesOf } from './shared-content.ts';
import { proposals, type ShareLinkRow, shareLinks } from './tables.ts';
import type { GivenPage } from './threads/page-messages.ts';
import type { PageThreads } from './threads/page-threads.ts';

export interface FoundLink extends Pick<ShareLinkRow, 'userId' | 'passphraseHash' | 'admissionKey'> {
  linkId: string;
  target: Target;
  publicId: string;
  campaignId: string;
  show: Show;
  version: string;
}

export type PublicPages = ReturnType<typeof createPublicPages>;

const version = sql<string>`md5(concat_ws('|',
  (select concat(c.title, '|', c.system) from campaigns c where c.id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(s.id, s.revision, n.revision, l.public_id, l.show, l.left_out), ',' order by s.id)
    from sessions s left join notes n on n.session_id = s.id
    left join share_links l on l.session_id = s.id and l.audience = share_links.audience
    where s.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select concat(l.public_id, l.show) from share_links l
    where l.audience = share_links.audience
    and l.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(p.id, p.quote), ',' order by p.id) from proposals p
    where share_links.audience = 'players' and p.kind = 'comment' and p.state = 'accepted'
    and p.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(w.key, w.edit::text), ',' order by w.key) from world_edits w
    where w.session_id is not null and w.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select c.revision from casts c where c.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id)),
  (select string_agg(concat(t.id, t.speakers_version), ',' order by t.id)
    from transcripts t join sessions s on s.id = t.session_id
    where t.complete and s.campaign_id = coalesce(share_links.campaign_id, sessions.campaign_id))))`;

export function createPublicPages({
  database: { orm },
  threads,
}: {
  database: Database;
  threads: Pick<PageThreads, 'hidden'>;
}) {
  const keptWords = new Map<string, { version: string; words: PreviewWords }>();

  async function wordsOf({ campaignId, show, target }: FoundLink): Promise<PreviewWords | null> {
    const [campaign] = await orm
      .select({ title: campaigns.title, system: campaigns.system })
      .from(campaigns)
      .where(eq(campaigns.id, campaignId));
    if (campaign === undefined) return null;
    const [session] =
      target.kind === 'campaign'
        ? []
        : await orm
            .select({ title: sessions.title, playedAt: sessions.playedAt })
            .from(sessions)
            .where(eq(sessions.id, target.id));
    if (target.kind === 'session' && session === undefined) return null;
    const names = await namesOf(orm, campaignId, show);
    const texts = [campaign.title, campaign.system, session?.title ?? ''];
    const [title = '', system = '', ofSession = ''] = await threads.hidden(campaignId, names, texts);
    return session === undefined
      ? campaignWords({ title, system }, keepNames)
      : sessionWords({ title }, { ...session, title: ofSession }, keepNames);
  }

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
    /** The sessions that the link's page shows. */
    async listed({ campaignId, target: { kind, id, audience } }: FoundLink): Promise<{ id: string }[]> {
      const ofCampaign = createSharedSessions(orm, campaignId, audience);
      const ids = kind === 'session' ? [id] : (await ofCampaign.sizes()).map((each) => each.id);
      return ofCampaign.among(ids);
    },

    find: ({ kind, audience, id }: Target, publicId: string) =>
      findLink(`${kind} ${audience} ${id} ${publicId}`),

    async words(link: FoundLink): Promise<PreviewWords | null> {
      const known = keptWords.get(link.linkId);
      if (known?.version === link.version) return known.words;
      const words = await wordsOf(link);
      if (words === null) return null;
      keptWords.delete(link.linkId);
      keptWords.set(link.linkId, { version: link.version, words });
      const [oldest] = keptWords.keys();
      if (keptWords.size > MOST_WORDS && oldest !== undefined) keptWords.delete(oldest);
      return words;
    },

    /** @param page from 1; of a campaign with many sessions */
    async given(
      link: FoundLink,
      asked: number,
    ): Promise<(Omit<GivenPage, 'part'> & { page: number }) | null> {
      const { campaignId, show, target } = link;
      const { audience, kind } = target;
      const [campaign] = await orm
        .select({ title: campaigns.title, system: campaigns.system, publicId: shareLinks.publicId })
        .from(campaigns)
        .leftJoin(shareLinks, and(eq(shareLinks.campaignId, campaigns.id), eq(shareLinks.audience, audience)))
        .where(eq(campaigns.id, campaignId));
      if (campaign === undefined) return null;
      const ofCampaign = createSharedSessions(orm, campaignId, audience);
      const pages = kind === 'session' ? [[{ id: target.id }]] : pagesOf(await ofCampaign.sizes());
      const at = Math.max(Math.min(asked, pages.length) - 1, 0);
      const listed = await ofCampaign.among((pages[at] ?? []).map(({ id }) => id));
      const [own] = kind === 'session' ? listed : [];
      if (kind === 'session' && own === undefined) return null;
      const ids = listed.map(({ id }) => id);
      return {
        page: at + 1,
        kind,
        show,
        campaign: { audience, id: campaignId, ...campaign },
        sessions: listed,
        // First, because it may refuse.
        names: await namesOf(orm, campaignId, show),
        notes: await timedNotesOf(orm, ids),
        dates: await datesSetIn(orm, ids),
        place: kind === 'session' ? null : placeOf(pages, at),
        players:
          kind === 'session' || audience === 'public'
            ? []
            : playersIn(await attendanceOf(orm, campaignId, ids)),
        previous: own === undefined ? null : await ofCampaign.sharedBefore(own.position),
        next: own === undefined ? null : await ofCampaign.sharedAfter(own.position),
        table:
          audience === 'public'
            ? null
            : {
                path: sharedPath(target, link.publicId),
                linkId: link.linkId,
                comments: await shownComments(orm, campaignId, ids),
              },
      };
    },
  };
}

async function datesSetIn(orm: Orm, sessionIds: readonly string[]): Promise<SetDate[]> {
  const rows = await orm
    .select({ key: worldEdits.key, edit: worldEdits.edit })
    .from(worldEdits)
    .where(inArray(worldEdits.sessionId, [...sessionIds]));
  return rows.flatMap(({ key, edit }) => ('date' in edit ? { key, edit } : []));
}

const MOST_WORDS = 1000;

/** In order; a page has at least one session. */
function pagesOf<Session extends { textBytes: number }>(all: readonly Session[]): Session[][] {
  const pages: Session[][] = [];
  let bytes = 0;
  for (const session of all) {
    const last = pages.at(-1);
    bytes += session.textBytes;
    if (last !== undefined && !isBeyond('pageSessions', last.length + 1) && !isBeyond('pageBytes', bytes))
      last.push(session);
    else {
      pages.push([session]);
      bytes = session.textBytes;
    }
  }
  return pages;
}

function placeOf(pages: readonly (readonly unknown[])[], at: number): PlaceOfPage | null {
  if (pages.length < 2) return null;
  const rangeOf = (page: number): SessionRange | null => {
    const listed = pages[page];
    if (listed === undefined) return null;
    const before = pages.slice(0, page).reduce((sum, { length }) => sum + length, 0);
    return { page: page + 1, from: before + 1, to: before + listed.length };
  };
  return {
    previous: rangeOf(at - 1),
    here: rangeOf(at),
    next: rangeOf(at + 1),
    all: pages.reduce((sum, { length }) => sum + length, 0),
  };
}

/** What a page needs of them: the sizes of all that are shown, and its own sessions. */
function createSharedSessions(orm: Orm, campaignId: string, audience: LinkAudience) {
  const columns = {
    id: sessions.id,
    position: sessions.position,
    title: sessions.title,
    playedAt: sessions.playedAt,
    publicId: shareLinks.publicId,
  };
  const mayConcern = audience === 'public' ? notes.mayConcernPublic : notes.mayConcernPlayers;
  const ofIt = eq(sessions.campaignId, campaignId);
  const link = and(eq(shareLinks.sessionId, sessions.id), eq(shareLinks.audience, audience));
  const rows = (which: SQL | undefined) =>
    orm.select(columns).from(sessions).leftJoin(shareLinks, link).where(and(ofIt, which));
  async function nearest(which: SQL, order: SQL) {
    const [row] = await rows(and(which, isNotNull(shareLinks.publicId)))
      .orderBy(order)
      .limit(1);
    return row === undefined ? null : { ...row, audience };
  }
  return {
    sizes: () =>
      orm
        .select({ id: sessions.id, textBytes: sql<number>`coalesce(${notes.textBytes}, 0)`.mapWith(Number) })
        .from(sessions)
        .leftJoin(notes, eq(notes.sessionId, sessions.id))
        .leftJoin(shareLinks, link)
        .where(
          and(
            ofIt,
            sql`not coalesce(${shareLinks.leftOut}, false)`,
            or(isNotNull(shareLinks.publicId), mayConcern),
          ),
        )
        .orderBy(asc(sessions.position)),
    async among(ids: readonly string[]) {
      const found = await rows(inArray(sessions.id, [...ids])).orderBy(asc(sessions.position));
      return found.map((row) => ({ ...row, audience }));
    },
    sharedBefore: (position: number) => nearest(lt(sessions.position, position), desc(sessions.position)),
    sharedAfter: (position: number) => nearest(gt(sessions.position, position), asc(sessions.position)),
  };
}

async function shownComments(orm: Orm, campaignId: string, sessionIds: readonly string[]) {
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
        or(isNull(proposals.sessionId), inArray(proposals.sessionId, [...sessionIds])),
      ),
    )
    .orderBy(asc(proposals.id));
}
