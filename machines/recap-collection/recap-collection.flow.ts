import type { Recap, RecapCollection, RecapWish } from '#contract/recap-collection.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, goneAt } from '../kit/outcomes.ts';
import { recapCollectionMachine } from './recap-collection.machine.ts';
import { recapCollectionInvariants } from './recap-collection.rules.ts';
import { atWork, type RecapCollectionContext } from './recap-collection.setup.ts';

const place = { sessionId: '01900000-0000-7000-8000-000000000003', title: 'Session 3' };
const elsewhere = { sessionId: '01900000-0000-7000-8000-000000000004', title: 'Session 4' };
const wish: RecapWish = { style: 'Light and funny', character: null, reads: 'gm' };
const id = '01900000-0000-7000-8000-00000000e001';
const waiting: Recap = {
  ...wish,
  id,
  sectionKey: `recap-${id}`,
  state: 'waiting',
  failure: null,
  isWritten: false,
  isStale: false,
  isEdited: false,
  unread: 0,
  doubts: [],
};
const written: Recap = { ...waiting, state: 'done', isWritten: true };
const another: Recap = {
  ...waiting,
  id: '01900000-0000-7000-8000-00000000e002',
  sectionKey: 'recap-01900000-0000-7000-8000-00000000e002',
  style: 'A sermon',
};
const failed: Recap = { ...waiting, state: 'failed', failure: 'unusable' };
const writing: RecapCollection['writer'] = { model: 'toy', sends: { what: 'nothing' } };
const collection = (recaps: Recap[], writer: RecapCollection['writer'] = writing): RecapCollection => ({
  writer,
  styles: ['Light and funny'],
  characters: ['Bryce'],
  recaps,
});

export const recapCollectionFlow = defineFlow({
  name: 'recap-collection',
  title: 'Recaps by style',
  group: 'Sessions and notes',
  paragraph:
    'With a language model, users have an evening retold in as many styles as they like, such as a letter from the ' +
    'bard, for everyone or for one character who was there. Each recap becomes a section of the notes, which is ' +
    'edited, shared and exported on its own. It costs no credits. Without a model the dialog says so.',
  requirements: ['D18'],
  story: [
    'closed',
    'open.reading',
    'open.shown.looking: done(listRecaps)#1',
    'open.shown.still',
    'open.asking',
    'open.shown.looking',
    'open.shown.waiting',
    'open.shown.checking: after(pollInterval)',
    'open.shown.looking',
    'open.shown.still',
  ],
  next: { 'notes-autosave': 'the user edits a recap', 'share-link': 'the user shares a recap' },
  synonyms: { recap: ['summary', 'retelling', 'story', 'letter from the bard'] },
  machine: recapCollectionMachine,
  events: {
    'recaps.opened': [
      { name: 'the user opens the dialog', event: { type: 'recaps.opened', place, wish: null } },
      {
        name: 'the user opens the dialog of another session',
        event: { type: 'recaps.opened', place: elsewhere, wish: null },
      },
    ],
    'recaps.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'recap.asked': [{ name: 'the user asks for a recap', event: { type: 'recap.asked', wish } }],
    'recap.ended': [
      { name: 'the user cancels a recap, or puts its failure away', event: { type: 'recap.ended', id } },
    ],
    'page.returned': 'the user comes back to the page',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    listRecaps: [
      done('there is none yet', collection([])),
      done('no language model can write', collection([], null)),
      done('one is being written', collection([waiting])),
      done('one is written', collection([written])),
      done('one is written, and another is being written', collection([written, another])),
      done('the model failed', collection([failed])),
      cutOff,
      goneAt('the session is gone'),
    ],
    askRecap: [done('it waits for the model', collection([waiting])), cutOff],
    followAsking: [done('it waits for the model', collection([waiting])), cutOff],
    endRecap: [
      done('it has ended', collection([])),
      {
        ...done('it was written before', collection([written])),
        fits: ({ collection: known }: RecapCollectionContext) => atWork(known).length > 0,
      },
      cutOff,
    ],
  },
  alike: {
    askRecap: {
      'the server cannot be reached': ['notFound', 'conflict', 'tooManyRequests', 'quotaReached'],
    },
    followAsking: {
      'the server cannot be reached': ['notFound', 'conflict', 'tooManyRequests', 'quotaReached'],
    },
    endRecap: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isSameSession: 'It is the session whose recap is asked for.',
    passesByItself: 'The server was not reached, or is busy for a while.',
    isAtWork: 'The language model has not finished.',
    isUnfinished: 'This recap is being written, or has failed.',
    mayBeAtWork: 'The language model has not finished, or this is not known.',
    hasFinished: 'A recap is written that was not, as far as the page knew.',
  },
  words: {
    listRecaps: 'asking which recaps there are',
    askRecap: 'asking for a recap',
    followAsking: 'asking for a recap',
    endRecap: 'cancelling a recap',
    collection: '',
    wish: 'style',
  },
  // Left out is how many requests in a row failed, which only lengthens pauses, and the words of failures.
  abstraction: ({
    place: at,
    wish: wanted,
    collection: known,
    ending,
    unanswered,
    failure,
  }: RecapCollectionContext) => ({
    isUnanswered: unanswered > 0,
    at: at?.sessionId,
    wanted: wanted?.style,
    canWrite: known === null ? undefined : known.writer !== null,
    recaps: known?.recaps.map(({ state }) => state).join(),
    ending,
    hasFailed: failure !== null,
  }),
  invariants: recapCollectionInvariants,
});
