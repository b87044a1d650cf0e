import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, fails } from '../kit/outcomes.ts';
import { analysisStartMachine } from './analysis-start.machine.ts';
import { analysisStartEquivalents, analysisStartInvariants } from './analysis-start.rules.ts';
import {
  dearerQuote,
  quote,
  repeatedQuote,
  quotedSessionId as sessionId,
  writtenQuote,
} from './example-quotes.ts';

export const analysisStartFlow = defineFlow({
  name: 'analysis-start',
  title: 'Price and start of an analysis',
  group: 'Sessions and notes',
  paragraph:
    'The user sees who can write the notes, what leaves the computer and what both levels cost, chooses, says how many people speak on a recording whose voices are told apart, and starts ' +
    'the analysis. Starting twice charges once. When the quote expires, the page asks for a new one. While the server cannot transcribe, nothing is ' +
    'offered: the recording waits free of charge. Uploads and analyses of a session both ' +
    'run this flow.',
  requirements: ['R1.3', 'R9.1', 'D1', 'D2', 'D3', 'D16', 'D18'],
  next: { analysis: 'the price is accepted', checkout: 'credits are missing' },
  synonyms: {
    price: ['cost', 'quote', 'credits'],
    balance: ['credits', 'not enough money'],
  },
  moves: { startAnalysis: 'Reserves the credits, or the free analysis.' },
  machine: analysisStartMachine,
  scenarios: [
    { name: 'a session with a recording', input: { sessionId, detailLevel: 'brief', canWait: false } },
    { name: 'a recording that has just arrived', input: { sessionId, detailLevel: 'brief', canWait: true } },
  ],
  events: {
    'level.chosen': [
      { name: 'the user chooses brief', event: { type: 'level.chosen', detailLevel: 'brief' } },
      {
        name: 'the user chooses comprehensive',
        event: { type: 'level.chosen', detailLevel: 'comprehensive' },
      },
    ],
    'writer.chosen': [
      {
        name: 'the user chooses the page in its own words',
        event: { type: 'writer.chosen', writer: 'page' },
      },
      {
        name: 'the user chooses the operator’s service',
        event: { type: 'writer.chosen', writer: 'service' },
      },
    ],
    'people.chosen': [
      { name: 'the user says that one more person speaks', event: { type: 'people.chosen', people: 6 } },
    ],
    'start.confirmed': 'the user starts the analysis',
    'existing.requested': 'the user opens the existing notes',
    keep: 'the user decides to analyze later',
    retry: 'the user tries again',
    'price.requested': 'the user goes back to the price',
    'source.changed': 'the session gets another recording or transcript',
  },
  outcomes: {
    quote: [
      done('the price is known', quote),
      done('the price has risen', dearerQuote),
      done('a model can write the notes', writtenQuote),
      done('there are brief notes already', repeatedQuote),
      fails(
        'the server cannot transcribe',
        'hearingUnavailable',
        'This server can’t transcribe recordings right now.',
      ),
      fails(
        'there is nothing to analyze',
        'nothingToAnalyze',
        'Give this session a recording or a transcript first.',
      ),
    ],
    startAnalysis: [
      done('the analysis is queued', {
        id: '01900000-0000-7000-8000-00000000a001',
        status: 'queued',
        progress: 0,
        etaSeconds: null,
        stageMessage: '',
        error: null,
      }),
      fails(
        'the server can no longer transcribe',
        'hearingUnavailable',
        'This server can’t transcribe recordings right now.',
      ),
      fails(
        'the credits do not suffice',
        'insufficientCredits',
        'You do not have enough credits for this analysis.',
        { cost: 207, balance: 0, missing: 207 },
      ),
      fails(
        'the price has changed',
        'quoteChanged',
        'The price has changed since you saw it. Please look again.',
      ),
      cutOff,
    ],
  },
  alike: {
    quote: { 'there is nothing to analyze': ['network', 'notFound', 'recordingMissing'] },
    startAnalysis: { 'the server cannot be reached': ['notFound', 'nothingToAnalyze', 'analysisRunning'] },
  },
  guards: {
    canWait: 'The recording has just arrived and can be analyzed later.',
    isAffordable: 'The balance covers the chosen level by the chosen writer.',
    isAnother: 'Somebody else is chosen, who can write the notes.',
    canBeSo: 'The server asks how many speak on the recording, and this is another number.',
    hasExisting: 'A finished analysis has the same transcript, level and engine version.',
    cannotHear: 'The server cannot transcribe recordings right now, and there is no transcript.',
    needsNewPrice: 'The price has changed since it was shown, or the balance is too low.',
  },
  words: {
    existingAnalysis: 'existing notes',
    existingId: 'opened notes',
    started: 'started analysis',
    finishedAt: 'finished',
    startAnalysis: 'starting the analysis',
    quote: 'the price',
    levels: 'level',
    affordable: 'within the balance',
    costCredits: 'credits',
    missingCredits: 'not enough credits',
    freeAnalysisBalance: 'free analyses left',
    reusesTranscript: 'transcript exists',
    basis: 'measured by',
    durationSeconds: 'length',
    detailLevel: 'level of detail',
    writer: 'who writes',
    writers: 'who can write',
    preferredWriter: 'who writes unless the user chooses',
    canWait: 'can be left for later',
    people: 'how many speak',
    known: 'in the cast',
    most: 'at most',
    etaSeconds: 'time left',
    stageMessage: 'tells the user',
    hasWaited: 'has waited until the server can transcribe',
    code: '',
  },
  // Left out is what a new quote follows from, and the failure’s code: only words of the page differ, no guard’s answer.
  abstraction: ({ quote: known, people, detailLevel, writer, canWait, failure }) => ({
    quote: known?.id,
    people,
    detailLevel,
    writer,
    canWait,
    hasFailed: failure !== null,
  }),
  invariants: analysisStartInvariants,
  equivalents: analysisStartEquivalents,
});
