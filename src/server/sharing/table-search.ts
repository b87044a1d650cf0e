import type { SearchHit, SearchResult } from '#contract/search.ts';
import type { LinkAudience, Show } from '#contract/sharing.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FoundLink, PublicPages } from './public-pages.ts';
import { namesOf, notesOf } from './shared-content.ts';
import type { PageThreads } from './threads/page-threads.ts';

/** What shared pages need of search. */
export type SearchShared = (asked: {
  campaignId: string;
  query: string;
  audience: LinkAudience;
  shown: ReadonlyMap<string, Show>;
}) => Promise<SearchResult>;

export interface TableFind {
  hits: { session: string; title: string; text: string }[];
  also: SearchResult['also'];
}

/** Searches what a players' page shows, and checks each hit against the page itself: names that it hides find nothing. */
export function createTableSearch({
  database,
  pages,
  threads,
  search,
}: {
  database: Database;
  pages: Pick<PublicPages, 'listed'>;
  threads: Pick<PageThreads, 'parts'>;
  search: SearchShared;
}): (link: FoundLink, query: string) => Promise<TableFind> {
  const { orm } = database;
  return async (link, query) => {
    const { campaignId, show, target } = link;
    const { audience } = target;
    const listed = await pages.listed(link);
    const shown = new Map(listed.map(({ id }) => [id, show]));
    const found = await search({ campaignId, query, audience, shown });
    const ids = [...new Set(found.hits.flatMap(({ session }) => session?.id ?? []))];
    const names = await namesOf(orm, campaignId, show);
    const notes = new Map((await notesOf(orm, ids)).map((each) => [each.sessionId, each]));
    const drawn = new Map<string, { title: string; texts: { title: string; text: string }[] }>();
    for (const { session } of found.hits) {
      if (session === null || drawn.has(session.id)) continue;
      const given = { audience, show, names, notes: notes.get(session.id) ?? null, title: session.title };
      const { title, parts } = await threads.parts(campaignId, given);
      drawn.set(session.id, {
        title,
        texts: parts.map((part) => ({ title: part.title, text: withoutMarkup(part.body) })),
      });
    }
    const hits = found.hits.flatMap((hit): TableFind['hits'] => {
      const page = hit.session === null ? undefined : drawn.get(hit.session.id);
      const text = textOf(hit);
      if (page === undefined) return [];
      if (hit.kind === 'session')
        return withoutMarkup(page.title) === text
          ? [{ session: page.title, title: '', text: page.title }]
          : [];
      const part = page.texts.find((each) => each.text.includes(text));
      return part === undefined ? [] : [{ session: page.title, title: part.title, text }];
    });
    const words = hits.map(({ text }) => text.toLowerCase()).join(' ');
    return { hits, also: found.also.filter((each) => words.includes(each.found)) };
  };
}

const textOf = ({ lines }: SearchHit) => withoutMarkup(lines.map(({ text }) => text).join('\n'));
