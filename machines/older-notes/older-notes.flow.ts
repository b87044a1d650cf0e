import type { OlderNotes, OlderNotesPlan, OlderNotesRun } from '#contract/older-notes.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, fails } from '../kit/outcomes.ts';
import { olderNotesMachine } from './older-notes.machine.ts';
import { olderNotesEquivalents, olderNotesInvariants } from './older-notes.rules.ts';
import { chosenIn, type OlderNotesContext } from './older-notes.setup.ts';

const campaignId = '01900000-0000-7000-8000-000000000002';
const session = (digit: number, title: string) => ({
  sessionId: `01900000-0000-7000-8000-00000000c10${digit}`,
  title,
  playedAt: `2026-02-0${digit}T20:00:00.000Z`,
  durationSeconds: 3 * 3600,
  detailLevel: 'comprehensive' as const,
  prices: [
    { writer: 'service' as const, costCredits: 135, mayBeFree: false, seconds: 600 },
    { writer: 'computer' as const, costCredits: 135, mayBeFree: false, seconds: null },
  ],
});
const first = session(2, 'The bell tower');
const plan: OlderNotesPlan = {
  id: '01900000-0000-7000-8000-00000000c001',
  sessions: [first, session(1, 'Forty candles')],
  more: 0,
  writers: [
    { writer: 'service', model: 'large-model', sends: { what: 'transcript', host: 'models.example' } },
    { writer: 'computer', model: 'Qwen3 4B Instruct', sends: { what: 'nothing' } },
  ],
  balance: 1000,
  freeAnalysisBalance: 0,
};
const run: OlderNotesRun = {
  id: '01900000-0000-7000-8000-00000000c002',
  writer: 'service',
  state: 'running',
  reason: null,
  total: 2,
  written: 0,
  failed: 0,
  chargedCredits: 0,
  current: { sessionId: first.sessionId, title: first.title, progress: 0.4 },
  startedAt: '2026-03-12T20:00:00.000Z',
};
const none: OlderNotes = { unwritten: 0, run: null };
const some: OlderNotes = { unwritten: 2, run: null };
const running: OlderNotes = { unwritten: 1, run };
const oneWritten: OlderNotes = { unwritten: 0, run: { ...run, written: 1, chargedCredits: 135 } };
const finished: OlderNotes = {
  unwritten: 0,
  run: { ...run, state: 'finished', written: 2, chargedCredits: 270, current: null },
};
const stopped: OlderNotes = {
  unwritten: 1,
  run: {
    ...run,
    state: 'stopped',
    reason: 'insufficientCredits',
    written: 1,
    chargedCredits: 135,
    current: null,
  },
};
const cancelled: OlderNotes = { unwritten: 2, run: { ...run, state: 'cancelled', current: null } };

export const olderNotesFlow = defineFlow({
  name: 'older-notes',
  title: 'Written notes for older sessions',
  group: 'Sessions and notes',
  paragraph:
    'A campaign may have sessions with a page in its own words, from before a language model could write. Its page offers ' +
    'to have them written: the user chooses sessions, sees time and credits in sum, and starts once. The server writes one ' +
    'after another, also when the page is closed, and charges each when it is written.',
  requirements: ['D16', 'D18', 'D1'],
  story: [
    'away',
    'reading',
    'offered',
    'planning',
    'choosing',
    'starting',
    'running.waiting',
    'running.asking: after(pollInterval)',
    'ended',
  ],
  next: { checkout: 'more credits are needed' },
  synonyms: { older: ['backfill', 'all sessions', 'in bulk', 'batch'] },
  moves: {
    startOlderNotes: 'Reserves the credits of each session before it is analyzed.',
    cancelOlderNotes: 'Releases the credits reserved for the session that is being analyzed.',
  },
  machine: olderNotesMachine,
  events: {
    'place.opened': [
      { name: 'the user opens a campaign', event: { type: 'place.opened', campaignId } },
      {
        name: 'the user opens another campaign',
        event: { type: 'place.opened', campaignId: '01900000-0000-7000-8000-0000000000ff' },
      },
    ],
    'choice.opened': 'the user wants them written',
    'choice.closed': 'the user decides against it',
    'session.toggled': [
      {
        name: 'the user leaves a session out, or takes it back',
        event: { type: 'session.toggled', sessionId: first.sessionId },
      },
    ],
    'all.toggled': 'the user chooses all or none',
    'writer.chosen': [
      { name: 'the user has this computer write', event: { type: 'writer.chosen', writer: 'computer' } },
    ],
    'start.confirmed': [
      { name: 'the user starts at the sum', event: { type: 'start.confirmed', credits: 270 } },
    ],
    'cancel.requested': 'the user stops it',
    'end.closed': 'the user has read how it ended',
    'page.returned': 'the user comes back to the page',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readOlderNotes: [
      done('sessions have no written notes', some),
      done('all have written notes', none),
      done('some are being written', running),
      done('one more is written', oneWritten),
      done('all are written', finished),
      done('the credits ran out', stopped),
      cutOff,
    ],
    planOlderNotes: [done('the sessions with their prices', plan), cutOff],
    startOlderNotes: [
      done('they are being written', running),
      fails('the price has changed', 'quoteChanged', 'The price has changed. Please check it again.'),
      cutOff,
    ],
    cancelOlderNotes: [done('it has stopped', cancelled), cutOff],
    closeOlderNotes: [done('nothing is left to say', none), cutOff],
  },
  alike: {
    readOlderNotes: { 'the server cannot be reached': ['notFound'] },
    planOlderNotes: { 'the server cannot be reached': ['notFound'] },
    startOlderNotes: {
      'the price has changed': ['conflict'],
      'the server cannot be reached': ['notFound', 'insufficientCredits'],
    },
    cancelOlderNotes: { 'the server cannot be reached': ['notFound'] },
    closeOlderNotes: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isRunning: 'Sessions are being written.',
    hasEnded: 'The last run has ended.',
    canOffer: 'A language model can write, and sessions have no written notes.',
    isElsewhere: 'It is another campaign.',
    hasMoreWritten: 'A further session has been written.',
    isAfterRun: 'The page still says how the last run ended.',
    canWriteMore: 'Sessions are left without written notes.',
    hasChosen: 'At least one session is chosen.',
    isOutdated: 'Prices or sessions have changed since they were read.',
  },
  words: {
    readOlderNotes: 'asking how far it is',
    planOlderNotes: 'reading sessions and prices',
    startOlderNotes: 'starting',
    cancelOlderNotes: 'stopping',
    closeOlderNotes: 'putting it away',
    known: '',
    campaignId: 'campaign',
  },
  // Left out is how many requests in a row failed, which only lengthens pauses, and the words of failures.
  abstraction: (context: OlderNotesContext) => ({
    isUnanswered: context.unanswered > 0,
    campaign: context.campaignId,
    run: context.known?.run?.state,
    written: context.known?.run?.written,
    unwritten: context.known?.unwritten,
    chosen: context.plan && chosenIn(context),
    writer: context.writer,
    hasFailed: context.failure !== null,
  }),
  invariants: olderNotesInvariants,
  equivalents: olderNotesEquivalents,
});
