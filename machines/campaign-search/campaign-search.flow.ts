import type { SearchAnswer, SearchHit, SearchResult } from '#contract/search.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { campaignSearchMachine } from './campaign-search.machine.ts';
import { campaignSearchInvariants } from './campaign-search.rules.ts';

const campaign = { id: '01900000-0000-7000-8000-000000000002', title: 'The Lantern Coast' };
const heard: SearchHit = {
  id: 'said',
  kind: 'transcript',
  campaign,
  session: { id: '01900000-0000-7000-8000-000000000003', title: 'The harbor', playedAt: null },
  title: '',
  lines: [
    {
      text: 'The captain promised us the ship.',
      marks: [[4, 11]],
      speaker: 'Mira',
      startMs: 61_000,
      lineId: 's12',
    },
  ],
  best: 0,
  playFromMs: 61_000,
};
const written: SearchHit = {
  ...heard,
  id: 'written',
  kind: 'notes',
  title: 'The story',
  lines: [
    { text: 'The captain owes them a ship.', marks: [[4, 11]], speaker: null, startMs: null, lineId: null },
  ],
  playFromMs: null,
};
const found: SearchResult = {
  hits: [heard, written],
  hasMore: false,
  also: [],
  isPartial: false,
  isQuestion: false,
  speakers: ['Mira'],
  isIndexing: false,
  answers: null,
};
const forQuestion: SearchResult = {
  ...found,
  isQuestion: true,
  answers: { model: 'lantern-8b', sends: { what: 'transcript', host: 'models.example.com' } },
};
const answer: SearchAnswer = {
  result: forQuestion,
  sentences: [{ text: 'The captain promised them the ship.', hits: [heard.id, written.id] }],
};

export const campaignSearchFlow = defineFlow({
  name: 'campaign-search',
  title: 'Campaign search',
  group: 'Sessions and notes',
  paragraph:
    'Users search the sessions of all their campaigns, or of one, from anywhere: notes, entries, quotes, names and what was said. A hit plays ' +
    'its seconds in place, or opens the session there. A question gets the passages that may answer it, and, if the user asks a language model, an answer made of them.',
  requirements: ['R2.34'],
  story: [
    'closed',
    'open.blank',
    'open.typing',
    'open.searching: after(typingPause)',
    'open.found.passages',
    'open.found.passages: play.requested',
  ],
  synonyms: {
    search: ['find', 'look up', 'campaign memory', 'settle it'],
    answer: ['language model', 'wait'],
  },
  machine: campaignSearchMachine,
  events: {
    'search.opened': [
      { name: 'the user opens the search', event: { type: 'search.opened', campaignId: campaign.id } },
    ],
    'search.closed': 'the user closes the search',
    'query.changed': [
      { name: 'the user types', event: { type: 'query.changed', query: 'captain' } },
      { name: 'the user empties the field', event: { type: 'query.changed', query: '' } },
    ],
    'query.chosen': [
      { name: 'the user chooses a suggested name', event: { type: 'query.chosen', query: 'Allura' } },
    ],
    'filter.changed': [
      {
        name: 'the user wants only transcripts',
        event: { type: 'filter.changed', filter: { kind: 'transcript' } },
      },
    ],
    'selection.moved': [
      { name: 'the user presses the down arrow', event: { type: 'selection.moved', by: 1 } },
      { name: 'the user presses the up arrow', event: { type: 'selection.moved', by: -1 } },
    ],
    'play.requested': [
      { name: 'the user plays a hit', event: { type: 'play.requested', id: heard.id } },
      {
        name: 'the user wants to play a hit without sound',
        event: { type: 'play.requested', id: written.id },
      },
    ],
    'open.requested': [
      { name: 'the user opens the session of a hit', event: { type: 'open.requested', id: written.id } },
    ],
    'answer.requested': 'the user asks the language model',
    'answer.cancelled': 'the user stops the answer',
    retry: 'the user tries again',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readSuggestions: [done('there are names', ['Allura', 'Viskorad']), unreachable],
    search: [
      done('something is found', found),
      done('passages that may answer a question are found', forQuestion),
      done('nothing is found', { ...found, hits: [], speakers: [] }),
      unreachable,
    ],
    answerQuestion: [
      done('there is an answer', answer),
      done('no passage says it', { ...answer, sentences: [] }),
      done('the language model fails', { ...answer, sentences: null }),
      unreachable,
    ],
  },
  alike: {
    readSuggestions: { 'the server cannot be reached': ['notFound'] },
    search: { 'the server cannot be reached': ['notFound', 'tooManyRequests'] },
    answerQuestion: {
      'the server cannot be reached': ['notFound', 'conflict', 'tooManyRequests', 'invalidResponse'],
    },
  },
  guards: {
    isBlank: 'The field is empty.',
    isOffered: 'It is among the names or the recent searches.',
    hasQuery: 'Something is typed.',
    hasHits: 'Something was found.',
    areHits: 'The dialog lists something.',
    isHit: 'It is among the hits.',
    canAnswer: 'A language model can answer from the hits.',
    hasAnswer: 'The language model has answered.',
    canPlay: 'There is a recording of it.',
  },
  // Left out are filters, the words of names to look for, and texts of hits: no guard distinguishes them, and lists look alike.
  abstraction: ({ query, suggestions, recent, result, answer, selected, failure }) => ({
    query,
    suggestions: suggestions.length,
    recent: recent.toSorted(),
    hits: result?.hits.length,
    selected,
    canAnswer: result?.answers != null,
    answer: answer?.length,
    hasFailed: failure !== null,
  }),
  invariants: campaignSearchInvariants,
  sees: {
    playHit: 'The player at the bottom of the page plays the passage.',
    openHit: 'The session is open where it was found.',
  },
});
