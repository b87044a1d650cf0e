import { placeIn } from '#contract/place-in.ts';
import { wordsOf } from '#contract/recognized-text.ts';
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
    /** What was typed that is to find nothing. */
    hidden: ReadonlySet<string>;
  }): Promise<
    SearchResult & {
      /** By hit: words of its passage that its lines do not have. */
      unshown: ReadonlyMap<string, readonly string[]>;
      /** Which of these words was found by what was typed, in whatever form. */
      findingOf(words: readonly string[]): Promise<readonly { typed: string; word: string }[]>;
    }
  >;
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

/** Each is a whole search. */
const MOST_ROUNDS = 3;

interface Drawn {
  title: string;
  texts: { title: string; text: string }[];
  words: ReadonlySet<string>;
}

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

  async function drawAll(link: FoundLink, found: SearchResult, drawn: Map<string, Drawn>): Promise<void> {
    const { campaignId, show, target } = link;
    const sessions = found.hits.flatMap(({ session }) =>
      session === null || drawn.has(session.id) ? [] : [session],
    );
    const names = await namesOf(orm, campaignId, show);
    const ids = [...new Set(sessions.map(({ id }) => id))];
    const notes = new Map((await notesOf(orm, ids)).map((each) => [each.sessionId, each]));
    for (const { id, title: own } of sessions) {
      if (drawn.has(id)) continue;
      const given = { audience: target.audience, show, names, notes: notes.get(id) ?? null, title: own };
      const { title, parts } = await threads.parts(campaignId, given);
      const texts = parts.map((part) => ({ title: part.title, text: withoutMarkup(part.body) }));
      drawn.set(id, { title, texts, words: new Set(texts.flatMap(({ text }) => wordsOf(text))) });
    }
  }

  async function find(link: FoundLink, query: string): Promise<TableFind> {
    const { campaignId, show, target } = link;
    const { audience } = target;
    const shown = new Map((await pages.listed(link)).map(({ id }) => [id, show]));
    const drawn = new Map<string, Drawn>();
    const hidden = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = await search.find({ campaignId, query, audience, shown, hidden });
      await drawAll(link, found, drawn);
      const checked = found.hits.flatMap((hit) => {
        const page = hit.session === null ? undefined : drawn.get(hit.session.id);
        return page === undefined ? [] : [checkedOn(page, hit, found.unshown.get(hit.id) ?? [])];
      });
      const gone = new Set(
        checked.flatMap(({ places, absent, unlike }) =>
          [absent, unlike, ...places.map(({ missing }) => missing)].flat(),
        ),
      );
      const finding = await found.findingOf([...gone]);
      const typedFor = (words: readonly string[]) =>
        finding.flatMap(({ typed, word }) => (words.includes(word) ? [typed] : []));
      const hits: TableFind['hits'] = [];
      const refused: (typeof checked)[number][] = [];
      for (const each of checked) {
        const place = each.places.find(({ missing }) => typedFor(missing).length === 0);
        if (place === undefined || !each.isMarked) refused.push(each);
        else hits.push({ session: each.session, title: place.title, text: place.text });
      }
      const lost = refused.flatMap(({ places, absent }) => typedFor(places[0]?.missing ?? absent));
      // A name that the page hides in one line may be in another one, as somebody else’s.
      const unlike =
        hits.length > 0 || lost.length > 0 ? [] : refused.flatMap((each) => typedFor(each.unlike));
      const isComplete = hits.length > 0 && !found.isPartial && !found.isQuestion;
      if (isComplete || lost.length + unlike.length === 0) {
        const words = hits.map(({ text }) => text.toLowerCase()).join(' ');
        return {
          hits,
          also: found.also.filter((each) => words.includes(each.found)),
          isQuestion: found.isQuestion,
          // A language model, which somebody pays or waits for, is the players’.
          answers: hits.length === 0 || audience === 'public' ? null : found.answers,
        };
      }
      // As if it stood nowhere, so that nobody learns a hidden name from what it finds beside other words.
      for (const typed of [...lost, ...unlike]) hidden.add(typed);
    }
    return { hits: [], also: [], isQuestion: false, answers: null };
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

/** Where the page has a hit, and which words of its passage that line does not have: names and labels that the page hides. */
function checkedOn(page: Drawn, hit: SearchHit, unshown: readonly string[]) {
  const text = textOf(hit);
  const own = [...new Set([...wordsOf(text), ...unshown])];
  const missingIn = (words: ReadonlySet<string>) => own.filter((word) => !words.has(word));
  const isTitle = hit.kind === 'session';
  const texts = isTitle ? [{ title: '', text: withoutMarkup(page.title) }] : page.texts;
  // The page names a speaker as the cast does now.
  const places = [text, text.replace(/^[^“”\n]+: (?=“)/u, '')].flatMap((words) =>
    texts.flatMap((part) => {
      const at = placeIn(part.text, words);
      if (at < 0) return [];
      const line = part.text.slice(part.text.lastIndexOf('\n', at) + 1, at + words.length);
      return [{ title: part.title, text: words, missing: missingIn(new Set(wordsOf(line))) }];
    }),
  );
  const isAbsent = places.length === 0;
  const alike = isAbsent
    ? texts.flatMap((part) => part.text.split('\n').map((line) => missingIn(new Set(wordsOf(line)))))
    : [];
  return {
    session: page.title,
    places,
    /** It was found by its words, not by its place alone. */
    isMarked: isTitle || hit.lines.some(({ marks }) => marks.length > 0),
    /** A line that the page has otherwise, such as with a pseudonym: what the page does not have, and what its most similar line does not. */
    absent: isAbsent ? missingIn(page.words) : [],
    unlike: alike.toSorted((one, other) => one.length - other.length)[0] ?? [],
  };
}

const textOf = ({ lines }: SearchHit) => withoutMarkup(lines.map(({ text }) => text).join('\n'));
