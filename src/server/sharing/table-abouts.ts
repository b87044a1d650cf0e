import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import { campaigns, sessions } from '#server/platform/database/tables/core.ts';
import { shareLinks } from '#server/platform/database/tables/sharing.ts';
import { markdownHtml } from './markdown-html.ts';
import type { FoundLink } from './public-pages.ts';
import { namesOf, sectionsOf, sharedParts } from './shared-content.ts';
import { itemReference, namedItems, type Reference, sectionReference } from './suggest-html.ts';

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

export interface Abouts {
  find(link: FoundLink, asked: Asked): Promise<About>;
}

export function createAbouts({ database: { orm } }: { database: Database }): Abouts {
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
    async find(link, asked) {
      const { target, campaignId, show, linkId } = link;
      const hide = await namesOf(orm, campaignId, show);
      const known = await titlesOf(link);
      const session = known.find(({ id }) => id === (asked.session ?? target.id));
      const [campaign] = await orm
        .select({ title: campaigns.title })
        .from(campaigns)
        .where(eq(campaigns.id, campaignId));
      const page: About = {
        reference: {},
        isReduced: asked.section !== null,
        mayCorrect: true,
        pageTitle: hide(session?.title ?? campaign?.title ?? ''),
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

      const sections = (await sectionsOf(orm, [session.id])).get(session.id) ?? [];
      const part = sharedParts(sections, { audience: 'players', show }).find(
        (each) => sectionReference(linkId, { sessionId: session.id, part: each }) === asked.section,
      );
      if (part === undefined) return page;
      const whole: About = {
        ...page,
        reference: { session: session.id, section: asked.section },
        isReduced: asked.item !== null,
        sectionTitle: hide(part.title),
        target: { sessionId: session.id, sectionKey: part.of, sectionTitle: titleOf(part.of), quote: null },
      };
      const item = namedItems(part.body).find(
        ({ content }) => itemReference(asked.section ?? '', content) === asked.item,
      );
      if (item === undefined) return whole;
      return {
        ...whole,
        reference: { ...whole.reference, item: asked.item ?? '' },
        isReduced: false,
        mayCorrect: hide(item.content) === item.content,
        shown: hide(item.content),
        shownHtml: await markdownHtml(item.content, hide, 2),
        target: { ...whole.target, quote: item.content },
      };

      function titleOf(key: string): string {
        return sections.find((section) => section.key === key)?.title ?? '';
      }
    },
  };
}
