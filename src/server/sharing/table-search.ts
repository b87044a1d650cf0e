import { placeIn } from '#contract/place-in.ts';
import { recognized } from '#contract/recognized-text.ts';
import type { SearchHit, SearchResult } from '#contract/search.ts';
import type { LinkAudience, Show } from '#contract/sharing.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FoundLink, PublicPages } from './public-pages.ts';
import { namesOf, notesOf } from './shared-content.ts';
import type { PageThreads } from './threads/page-threads.ts';

/** What shared pages need of search. */
export interface SearchShared {
  find(asked: {
    campaignId: string;
    query: string;
    audience: LinkAudience;
    shown: ReadonlyMap<string, Show>;
  }): Promise<SearchResult & { unshown: ReadonlyMap<string, readonly string[]> }>;
  /** @returns sentences with the numbers of the passages that say them, from 0; null: the language model failed */
  answer(
    asked: { campaignId: string; query: string; passages: { about: string; lines: readonly string[] }[] },
    signal: AbortSignal,
  ): Promise<{ text: string; passages: number[] }[] | null>;
}

export interface TableFind extends Pick<SearchResult, 'also' | 'isQuestion' | 'answers'> {
  hits: { session: string; title: string; text: string }[];
}

export type TableAnswer = Awaited<ReturnType<SearchShared['answer']>>;

/** Searches what a shared page shows, and checks each hit against the page itself: names that it hides find nothing. */
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
}) {
  const { orm } = database;

  async function find(link: FoundLink, query: string): Promise<TableFind> {
    const { campaignId, show, target } = link;
    const { audience } = target;
    const listed = await pages.listed(link);
    const shown = new Map(listed.map(({ id }) => [id, show]));
    const found = await search.find({ campaignId, query, audience, shown });
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
    const hidden = new Set<string>();
    const hits = found.hits.flatMap((hit): TableFind['hits'] => {
      const page = hit.session === null ? undefined : drawn.get(hit.session.id);
      const text = textOf(hit);
      if (page === undefined) return [];
      if (hit.kind === 'session')
        return withoutMarkup(page.title) === text
          ? [{ session: page.title, title: '', text: page.title }]
          : [];
      const unshown = found.unshown.get(hit.id) ?? [];
      const by = [...foundIn(hit), ...unshown];
      // The page names a speaker as the cast does now.
      const places = [text, text.replace(/^[^“”\n]+: (?=“)/u, '')].flatMap((words) =>
        page.texts.flatMap((part) => {
          const at = placeIn(part.text, words);
          return at < 0
            ? []
            : [{ title: part.title, text: words, missing: missingAt(part.text, at, words, by) }];
        }),
      );
      const place = places.find(({ missing }) => missing.length === 0);
      if (place !== undefined && by.length > 0)
        return [{ session: page.title, title: place.title, text: place.text }];
      // A line that the page has otherwise, such as with a pseudonym, is found by nothing.
      const whole = page.texts.map((part) => recognized(part.text));
      const isHidden = (word: string) => unshown.includes(word) || !whole.some((each) => each.includes(word));
      for (const word of places[0]?.missing ?? by.filter(isHidden)) hidden.add(word);
      return [];
    });
    if (hidden.size > 0 && (hits.length === 0 || found.isPartial || found.isQuestion)) {
      const rest = without(query, hidden, found.also);
      if (rest !== query) return find(link, rest);
    }
    const words = hits.map(({ text }) => text.toLowerCase()).join(' ');
    return {
      hits,
      also: found.also.filter((each) => words.includes(each.found)),
      isQuestion: found.isQuestion,
      // A language model, which somebody pays or waits for, is the players’.
      answers: hits.length === 0 || audience === 'public' ? null : found.answers,
    };
  }

  return {
    find,
    /** Made of what the page shows, and of nothing else. */
    answer: ({ campaignId }: FoundLink, query: string, { hits }: TableFind, signal: AbortSignal) => {
      const passages = hits.map(({ session, title, text }) => ({
        about: [session, title].filter(Boolean).join(', '),
        lines: text.split('\n'),
      }));
      return search.answer({ campaignId, query, passages }, signal);
    },
  };
}

export type TableSearch = ReturnType<typeof createTableSearch>;

/** The words that it was found by. */
const foundIn = ({ lines }: SearchHit) =>
  lines.flatMap(({ text, marks }) => marks.map(([start, end]) => recognized(text.slice(start, end))));

/** Of what a passage was found by: what its line on the page does not have, a name or label that the page hides. */
function missingAt(page: string, at: number, words: string, by: readonly string[]): string[] {
  const line = recognized(page.slice(page.lastIndexOf('\n', at) + 1, at + words.length));
  return by.filter((word) => !line.includes(word));
}

const SHORTEST_BEGINNING = 3;
const begins = (word: string, other: string) => other.length >= SHORTEST_BEGINNING && word.startsWith(other);

/** The query as if these names stood nowhere, so that nobody learns them from what they find beside other words. */
function without(query: string, hidden: ReadonlySet<string>, also: SearchResult['also']): string {
  return query.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const typed = recognized(word);
    const meant = [typed, ...also.flatMap((each) => (each.typed === typed ? [each.found] : []))];
    const isHidden = [...hidden].some((name) =>
      meant.some((each) => name === each || begins(name, each) || begins(each, name)),
    );
    return isHidden ? ' ' : word;
  });
}

const textOf = ({ lines }: SearchHit) => withoutMarkup(lines.map(({ text }) => text).join('\n'));
