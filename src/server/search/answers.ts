import type { SearchAnswer, SearchHit, SearchResult } from '#contract/search.ts';

export interface Passage {
  about: string;
  lines: readonly string[];
}

/** A language model, and what asking it sends. */
export interface Answerer extends NonNullable<SearchResult['answers']> {
  /** The numbers are those of the passages, from 0. Null: it failed. */
  answer(
    request: { question: string; language: string | null; passages: Passage[] },
    signal: AbortSignal,
  ): Promise<{ text: string; passages: number[] }[] | null>;
}

/** @param sharedCampaignId of readers of a shared page; null: the game master asks */
export type FindAnswerer = (sharedCampaignId: string | null) => Promise<Answerer | null>;

export const shownAnswerer = ({ model, sends }: Answerer): SearchResult['answers'] => ({ model, sends });

/** Hits are all that the model is given. */
export async function answerFromHits(
  answerer: Answerer,
  { query, language, result }: { query: string; language: string | null; result: SearchResult },
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { hits } = result;
  const sentences =
    hits.length === 0
      ? []
      : await answerer.answer({ question: query, language, passages: hits.map(passageOf) }, signal);
  return {
    result,
    sentences:
      sentences?.map(({ text, passages }) => ({
        text,
        hits: passages.flatMap((at) => hits[at]?.id ?? []),
      })) ?? null,
  };
}

const passageOf = ({ session, title, lines }: SearchHit): Passage => ({
  about: [session?.title, title].filter(Boolean).join(', '),
  lines: lines.map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`)),
});
