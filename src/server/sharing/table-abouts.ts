import { and, eq, isNull } from 'drizzle-orm';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FoundLink } from './public-pages.ts';
import { namesOf, notesOf } from './shared-content.ts';
import type { Reference } from './suggest-html.ts';
import { shareLinks } from './tables.ts';
import type { PageThreads } from './threads/page-threads.ts';

/** Instead of an item that has changed: what was written about it is not about the whole section. */
const GONE = 'gone';

type Asked = { readonly [Key in keyof Reference]: string | null };

export interface About {
  reference: Partial<Reference>;
  isReduced: boolean;
  mayCorrect: boolean;
  pageTitle: string;
  sectionTitle: string | null;
  shown: string | null;
  shownHtml: string | null;
  target: {
    sessionId: string | null;
    sectionKey: string | null;
    sectionTitle: string | null;
    quote: string | null;
  };
}

export type Abouts = ReturnType<typeof createAbouts>;

export function createAbouts({
  database: { orm },
  threads,
}: {
  database: Database;
  threads: Pick<PageThreads, 'hidden' | 'about'>;
}) {
  async function titlesOf({ target, campaignId }: FoundLink) {
    if (target.kind === 'session')
      return orm
        .select({ id: sessions.id, title: sessions.title })
        .from(sessions)
        .where(eq(sessions.id, target.id));
    return orm
      .select({ id: sessions.id, title: sessions.title })
      .from(sessions)
      .leftJoin(
        shareLinks,
        and(
          eq(shareLinks.sessionId, sessions.id),
          eq(shareLinks.audience, target.audience),
          eq(shareLinks.leftOut, true),
        ),
      )
      .where(and(eq(sessions.campaignId, campaignId), isNull(shareLinks.id)));
  }

  return {
    async find(link: FoundLink, asked: Asked): Promise<About> {
      const { target, campaignId, show, linkId } = link;
      const names = await namesOf(orm, campaignId, show);
      const known = await titlesOf(link);
      const session = known.find(({ id }) => id === (asked.session ?? target.id));
      const [campaign] = await orm
        .select({ title: campaigns.title })
        .from(campaigns)
        .where(eq(campaigns.id, campaignId));
      const title = session?.title ?? campaign?.title ?? '';
      const [pageTitle = ''] = await threads.hidden(campaignId, names, [title]);
      const page: About = {
        reference: {},
        isReduced: asked.section !== null,
        mayCorrect: true,
        pageTitle,
        sectionTitle: null,
        shown: null,
        shownHtml: null,
        target: {
          sessionId: target.kind === 'session' ? target.id : null,
          sectionKey: null,
          sectionTitle: null,
          quote: null,
        },
      };
      if (asked.section === null || session === undefined) return page;

      const [notes] = await notesOf(orm, [session.id]);
      if (notes === undefined) return page;
      const { section, item: wanted } = asked;
      const found = await threads.about(campaignId, {
        linkId,
        show,
        names,
        notes,
        asked: { section, item: wanted },
      });
      if (found === null) return page;
      const { sectionKey, sectionTitle, item } = found;
      const whole = wanted === null ? found.whole : null;
      const isGone = wanted !== null && item === null;
      const reference = isGone ? { ...found.reference, item: GONE } : found.reference;
      return {
        ...page,
        reference,
        isReduced: isGone && wanted !== GONE,
        sectionTitle: found.shownTitle,
        mayCorrect: item?.mayCorrect ?? true,
        shown: item?.shown ?? whole,
        shownHtml: item?.html ?? null,
        target: { sessionId: session.id, sectionKey, sectionTitle, quote: item?.content ?? whole },
      };
    },
  };
}
