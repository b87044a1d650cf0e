import { defineFlow } from '../kit/catalogue.ts';
import { analysisStartMachine } from './analysis-start.machine.ts';
import { analysisStartEquivalents, analysisStartInvariants } from './analysis-start.rules.ts';
import {
  dearerQuote,
  quote,
  repeatedQuote,
  quotedSessionId as sessionId,
  writtenQuote,
} from './example-quotes.ts';

const offline = {
  type: 'error',
  error: { code: 'network', message: 'The server cannot be reached.' },
} as const;

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
    'start.confirmed': [{ name: 'the user starts the analysis', event: { type: 'start.confirmed' } }],
    'existing.requested': [
      { name: 'the user opens the existing notes', event: { type: 'existing.requested' } },
    ],
    keep: [{ name: 'the user decides to analyze later', event: { type: 'keep' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'price.requested': [{ name: 'the user goes back to the price', event: { type: 'price.requested' } }],
    'source.changed': [
      { name: 'the session gets another recording or transcript', event: { type: 'source.changed' } },
    ],
  },
  outcomes: {
    quote: [
      { name: 'the price is known', type: 'done', output: quote },
      { name: 'the price has risen', type: 'done', output: dearerQuote },
      { name: 'a model can write the notes', type: 'done', output: writtenQuote },
      { name: 'there are brief notes already', type: 'done', output: repeatedQuote },
      {
        name: 'the server cannot transcribe',
        type: 'error',
        error: {
          code: 'hearingUnavailable',
          message: 'This server can’t transcribe recordings right now.',
        },
      },
      {
        name: 'there is nothing to analyze',
        type: 'error',
        error: { code: 'nothingToAnalyze', message: 'Give this session a recording or a transcript first.' },
      },
    ],
    startAnalysis: [
      {
        name: 'the analysis is queued',
        type: 'done',
        output: {
          id: '01900000-0000-7000-8000-00000000a001',
          status: 'queued',
          progress: 0,
          etaSeconds: null,
          stageMessage: '',
          error: null,
        },
      },
      {
        name: 'the server can no longer transcribe',
        type: 'error',
        error: {
          code: 'hearingUnavailable',
          message: 'This server can’t transcribe recordings right now.',
        },
      },
      {
        name: 'the credits do not suffice',
        type: 'error',
        error: {
          code: 'insufficientCredits',
          message: 'You do not have enough credits for this analysis.',
          details: { cost: 207, balance: 0, missing: 207 },
        },
      },
      {
        name: 'the price has changed',
        type: 'error',
        error: {
          code: 'quoteChanged',
          message: 'The price has changed since you saw it. Please look again.',
        },
      },
      { name: 'the server cannot be reached', ...offline },
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
