import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';
import { ModelShown } from './notes-engines.ts';

export const searchLimits = { query: 300, hits: 20, speaker: 200, answersAnHour: 30 } as const;

/** `entry`: a person, place, item, faction or quest; `name`: of the glossary; `session`: its title. */
export const SearchKind = z.enum(['session', 'notes', 'entry', 'quote', 'name', 'transcript']);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchFilters = z.object({
  campaignId: Id.nullable(),
  sessionId: Id.nullable(),
  /** As shown in transcripts. */
  speaker: z.string().trim().min(1).max(searchLimits.speaker).nullable(),
  kind: SearchKind.nullable(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SearchLine = z.object({
  text: z.string(),
  /** What of the text was looked for: where it begins and ends. */
  marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  speaker: z.string().nullable(),
  startMs: z.int().nonnegative().nullable(),
  /** Of the transcript's line. */
  lineId: z.string().nullable(),
});
export type SearchLine = z.infer<typeof SearchLine>;

export const SearchHit = z.object({
  id: z.string(),
  kind: SearchKind,
  campaign: z.object({ id: Id, title: z.string() }),
  session: z.object({ id: Id, title: z.string(), playedAt: Timestamp.nullable() }).nullable(),
  /** Of the section of notes, or of the entry. */
  title: z.string(),
  lines: z.array(SearchLine),
  /** Which of the lines was looked for. */
  best: z.int().nonnegative(),
  /** Where to start listening; null if it was not measured or there is no recording. */
  playFromMs: z.int().nonnegative().nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchResult = z.object({
  hits: z.array(SearchHit),
  hasMore: z.boolean(),
  /** What was found for words that nothing, or hardly anything, has. */
  also: z.array(z.object({ typed: z.string(), found: z.string() })),
  /** Nothing has all of the words; the hits have some. */
  isPartial: z.boolean(),
  /** It reads as a question: the hits are passages that may answer it, the best first. */
  isQuestion: z.boolean(),
  /** Of the hits, to filter by. */
  speakers: z.array(z.string()),
  /** Some of what was written or said is not searchable yet. */
  isIndexing: z.boolean(),
  /** The language model that can answer this question from these hits, and what that sends; null: none can. */
  answers: ModelShown.nullable(),
});
export type SearchResult = z.infer<typeof SearchResult>;

const SearchBody = SearchFilters.partial().extend({
  query: z.string().trim().min(1).max(searchLimits.query),
});

export const searchCampaigns = defineCall({
  method: 'POST',
  path: '/search',
  body: SearchBody,
  responses: { 200: SearchResult },
  errors: ['notFound', 'tooManyRequests'],
  description:
    'Searches the sessions of the caller: titles, notes, transcripts, quotes and names. Ranked passages for a question.',
});

/** Made of the hits only. */
export const SearchAnswer = z.object({
  result: SearchResult,
  /** Each with the ids of the hits that say it. Empty: none says it. Null: the language model failed. */
  sentences: z.array(z.object({ text: z.string(), hits: z.array(z.string()).min(1) })).nullable(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** One `answer` event has SearchAnswer as JSON. A caller who leaves cancels it. Nothing of it is stored. */
export const answerSearch = defineCall({
  method: 'POST',
  path: '/search/answer',
  body: SearchBody,
  responses: { 200: 'events' },
  errors: ['notFound', 'conflict', 'tooManyRequests'],
  description:
    'A language model answers a question from the passages that a search finds, each sentence with its passages.',
});

export const readSearchSuggestions = defineCall({
  method: 'GET',
  path: '/search/suggestions',
  query: z.object({ campaignId: Id.optional() }),
  responses: { 200: z.object({ names: z.array(z.string()) }) },
  errors: ['notFound'],
  description: 'Names to search for: of the glossary, and of people and places in the latest sessions.',
});
