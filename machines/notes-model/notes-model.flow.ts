import type { NotesEngineShown, NotesEngines } from '#contract/notes-engines.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, fails } from '../kit/outcomes.ts';
import { notesModelMachine } from './notes-model.machine.ts';
import { notesModelEquivalents, notesModelInvariants } from './notes-model.rules.ts';
import { type NotesModelContext, ofThisComputer } from './notes-model.setup.ts';

const engines = (state: NotesEngineShown['state'], mayFetch = true): NotesEngines => ({
  preferred: state.state === 'ready' ? 'computer' : 'page',
  engines: [
    {
      writer: 'computer',
      model: 'Qwen3 4B Instruct',
      state,
      downloadBytes: state.state === 'ready' ? 0 : 2_497_280_736,
      memoryBytes: 4_000_000_000,
      mayFetch,
      sends: { what: 'nothing' },
      perThousandWords: null,
    },
    {
      writer: 'page',
      model: null,
      state: { state: 'ready' },
      downloadBytes: 0,
      memoryBytes: 0,
      mayFetch: false,
      sends: { what: 'nothing' },
      perThousandWords: null,
    },
  ],
});

const absent = engines({ state: 'absent' });
const fetching = engines({ state: 'fetching', progress: 0.34 });
const ready = engines({ state: 'ready' });
const ownReady = engines({ state: 'ready' }, false);
const damaged = engines({ state: 'failed', code: 'damaged' });

export const notesModelFlow = defineFlow({
  name: 'notes-model',
  title: 'Language model on this computer',
  group: 'Sessions and notes',
  paragraph:
    'Who runs Hearthscribe on their own computer can have a language model write the notes there, so that nothing ' +
    'leaves it. The model is downloaded once, after a click, with its progress on the page; the download continues ' +
    'when the page is closed, and can be cancelled and continued.',
  requirements: ['D18'],
  story: [
    'unread',
    'reading',
    'known',
    'starting',
    'fetching.waiting',
    'fetching.asking: after(pollInterval)',
    'known',
  ],
  next: { 'analysis-start': 'the model is there' },
  synonyms: {
    model: ['LLM', 'AI', 'Ollama', 'engine'],
    download: ['fetch', 'weights'],
    failed: ['download failed', 'download stuck'],
  },
  machine: notesModelMachine,
  events: {
    look: 'a page shows who can write',
    'fetch.requested': 'the user downloads the model',
    'cancel.requested': 'the user cancels the download',
    'removal.requested': 'the user removes the model',
    'page.returned': 'the user comes back to the page',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readEngines: [
      done('the model is not there', absent),
      done('the model is being downloaded', fetching),
      done('the model is there', ready),
      done('the operator’s own model is there', ownReady),
      done('the model arrived damaged', damaged),
      cutOff,
    ],
    startFetch: [
      done('the download has begun', fetching),
      done('the model is there already', ready),
      fails(
        'the disk is too full',
        'modelNoSpace',
        'There isn’t enough free space on this computer for the language model. Free some, then try again.',
      ),
    ],
    cancelFetch: [done('the download has stopped', absent), cutOff],
    removeModel: [done('the model is deleted', absent), cutOff],
  },
  alike: {
    startFetch: { 'the disk is too full': ['modelNoMemory', 'forbidden', 'network'] },
    cancelFetch: { 'the server cannot be reached': ['forbidden'] },
    removeModel: { 'the server cannot be reached': ['forbidden'] },
  },
  guards: {
    canFetch: 'The model is not there or failed, and this user may download it or have it used again.',
    canRemove: 'The model was downloaded, and this user may remove it.',
    isKnown: 'Who can write was read before.',
    isFetching: 'The model is being downloaded.',
    isReady: 'The model has arrived.',
  },
  words: {
    readEngines: 'asking who can write',
    startFetch: 'starting the download',
    cancelFetch: 'cancelling the download',
    removeModel: 'removing the model',
    engines: 'who can write',
    code: '',
  },
  // Left out is how many requests in a row failed, which only lengthens pauses, and the words of failures.
  abstraction: ({ engines: known, unanswered, failure }: NotesModelContext) => ({
    isUnanswered: unanswered > 0,
    model: ofThisComputer(known)?.state.state,
    mayFetch: ofThisComputer(known)?.mayFetch,
    hasFailed: failure !== null,
  }),
  byHand: {
    'the operator’s own model is there': 'Start the server with NOTES_MODEL_DIR, a folder with a GGUF file.',
    'the disk is too full': 'Start the server with a data folder on a disk with less than 3 GB free.',
  },
  invariants: notesModelInvariants,
  equivalents: notesModelEquivalents,
});
