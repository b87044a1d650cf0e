import { assign, setup } from 'xstate';
import type { SearchAnswer, SearchFilters, SearchHit, SearchResult } from '#contract/search.ts';
import { milliseconds, minutes } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface CampaignSearchContext {
  readonly query: string;
  readonly filters: SearchFilters;
  /** Names to look for while nothing is typed. */
  readonly suggestions: readonly string[];
  /** While the page is open. */
  readonly recent: readonly string[];
  readonly result: SearchResult | null;
  /** By a language model; empty if no passage says it. */
  readonly answer: SearchAnswer['sentences'];
  readonly selected: number;
  readonly failure: Failure | null;
}

type CampaignSearchEvent =
  | { type: 'search.opened'; campaignId: string | null }
  | { type: 'search.closed' }
  | { type: 'query.changed'; query: string }
  | { type: 'query.chosen'; query: string }
  | { type: 'filter.changed'; filter: Partial<SearchFilters> }
  | { type: 'selection.moved'; by: number }
  | { type: 'play.requested'; id: string }
  | { type: 'open.requested'; id: string }
  | { type: 'answer.requested' }
  | { type: 'answer.cancelled' }
  | { type: 'retry' }
  | { type: 'user.left' };

interface SearchInput {
  readonly query: string;
  readonly filters: SearchFilters;
}

const MOST_RECENT = 6;
const noFilters: SearchFilters = { campaignId: null, sessionId: null, speaker: null, kind: null };

export const nothingSearched: CampaignSearchContext = {
  query: '',
  filters: noFilters,
  suggestions: [],
  recent: [],
  result: null,
  answer: null,
  selected: 0,
  failure: null,
};

export const hitOf = ({ result }: Pick<CampaignSearchContext, 'result'>, id: string): SearchHit | null =>
  result?.hits.find((hit) => hit.id === id) ?? null;

export const campaignSearchSetup = setup({
  types: {} as { context: CampaignSearchContext; events: CampaignSearchEvent; tags: Tag },
  actors: {
    readSuggestions: notProvidedActor<readonly string[], SearchFilters>('readSuggestions'),
    search: notProvidedActor<SearchResult, SearchInput>('search'),
    answerQuestion: notProvidedActor<SearchAnswer, SearchInput>('answerQuestion'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    playHit: notProvidedAction<{ hit: SearchHit | null }>('playHit'),
    openHit: notProvidedAction<{ hit: SearchHit | null }>('openHit'),
    keepPlace: assign({
      filters: (_, { campaignId }: { campaignId: string | null }) => ({ ...noFilters, campaignId }),
    }),
    keepQuery: assign({ query: (_, { query }: { query: string }) => query }),
    keepFilter: assign({
      filters: ({ context }, { filter }: { filter: Partial<SearchFilters> }) => ({
        ...context.filters,
        ...filter,
      }),
    }),
    keepSuggestions: assign({
      suggestions: (_, { suggestions }: { suggestions: readonly string[] }) => suggestions,
    }),
    keepResult: assign((_, { result }: { result: SearchResult }) => ({ result, selected: 0 })),
    keepAnswer: assign((_, { answer: { result, sentences } }: { answer: SearchAnswer }) => ({
      result,
      answer: sentences,
      selected: 0,
    })),
    forgetAnswer: assign({ answer: null }),
    rememberQuery: assign({
      recent: ({ context: { recent, query } }) =>
        [query, ...recent.filter((one) => one !== query)].slice(0, MOST_RECENT),
    }),
    moveSelection: assign({
      selected: ({ context: { result, selected } }, { by }: { by: number }) =>
        Math.min((result?.hits.length ?? 0) - 1, Math.max(0, selected + by)),
    }),
    select: assign({
      selected: ({ context: { result, selected } }, { id }: { id: string }) =>
        Math.max(result?.hits.findIndex((hit) => hit.id === id) ?? selected, 0),
    }),
    forgetResult: assign({ result: null, selected: 0 }),
    forgetSearch: assign(({ context: { recent } }) => ({ ...nothingSearched, recent })),
    forgetAll: assign(nothingSearched),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isBlank: (_, { query }: { query: string }) => query.trim() === '',
    isOffered: ({ context: { suggestions, recent } }, { query }: { query: string }) =>
      suggestions.includes(query) || recent.includes(query),
    hasQuery: ({ context: { query } }) => query.trim() !== '',
    areHits: ({ context: { result } }) => (result?.hits.length ?? 0) > 0,
    isHit: ({ context }, { id }: { id: string }) => hitOf(context, id) !== null,
    hasHits: (_, { result }: { result: SearchResult }) => result.hits.length > 0,
    canAnswer: ({ context: { result } }) => result?.answers != null,
    hasAnswer: (_, { answer }: { answer: SearchAnswer }) => answer.sentences !== null,
    canPlay: ({ context }, { id }: { id: string }) => (hitOf(context, id)?.playFromMs ?? null) !== null,
  },
  delays: {
    typingPause: milliseconds(180),
    longestAnswer: minutes(5),
  },
});
