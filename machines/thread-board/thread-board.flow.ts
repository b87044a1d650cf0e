import type { WorldChange, WorldThread } from '#contract/world.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { changedMeanwhile } from '../world-review/world-review.flow.ts';
import { threadBoardMachine } from './thread-board.machine.ts';
import { threadBoardEquivalents, threadBoardInvariants } from './thread-board.rules.ts';

const thread: WorldThread = {
  key: 'c'.repeat(32),
  kind: 'promise',
  text: 'We owe the ferryman a boat.',
  state: 'open',
  opened: null,
  touched: null,
  silentFor: 0,
  edit: null,
  revision: 0,
};
const unedited = { text: null, state: 'open', kept: null, isOwn: false } as const;
const finished: WorldChange = { key: thread.key, revision: 0, edit: { ...unedited, state: 'done' } };
const added: WorldChange = {
  key: 'd'.repeat(32),
  revision: 0,
  edit: { ...unedited, text: 'Who stole the bell?', isOwn: true },
};

export const threadBoardFlow = defineFlow({
  name: 'thread-board',
  title: 'The board of threads and promises',
  group: 'Sessions and notes',
  paragraph:
    'The board lists the threads, quests, decisions and kept promises of all sessions by their state. The game master adds one, ' +
    'changes its state or its words, and can undo it. Keeping a line as a thread is a change of the page of a name.',
  requirements: ['R8.10'],
  story: [
    'board.reading',
    'board.shown',
    'changes.settled.ready',
    'changes.saving',
    'changes.settled.changed',
    'changes.undoing',
    'changes.settled.ready',
    'board.reading',
    'board.shown',
  ],
  synonyms: { thread: ['promise', 'quest', 'loose end'] },
  machine: threadBoardMachine,
  events: {
    'change.requested': [
      {
        name: 'the user sets the state of a thread',
        event: {
          type: 'change.requested',
          changes: [finished],
          said: `“${thread.text}” is now “Done”.`,
        },
      },
      {
        name: 'the user adds a thread',
        event: {
          type: 'change.requested',
          changes: [added],
          said: '“Who stole the bell?” is added.',
        },
      },
    ],
    'undo.requested': 'the user undoes the change',
    retry: 'the user tries again',
    'board.retried': 'the user reads the board again',
    'board.changed': 'sentByActor',
  },
  outcomes: {
    readBoard: [
      done('there are threads', [thread]),
      done('there is no thread', []),
      { ...unreachable, name: 'the threads cannot be read' },
    ],
    saveChanges: [
      done('the change is saved', [{ key: thread.key, revision: 1, edit: null }]),
      changedMeanwhile,
      unreachable,
    ],
  },
  alike: {
    readBoard: { 'the threads cannot be read': ['notFound'] },
    saveChanges: { 'the server cannot be reached': ['notFound', 'worldFull'] },
  },
  byHand: {
    'the threads cannot be read': 'Open “Names”, turn the network off, and open “Threads and promises”.',
    'somebody changed it meanwhile': 'Change the same thread in a second tab first.',
  },
  words: { changes: '', undo: '', said: 'what the page says' },
  guards: {
    hasChanged: 'The same thread was changed somewhere else.',
    isOnBoard: 'The board was read, and lists the thread or gets a new one.',
    isEmpty: 'No session has a thread, and none was added.',
  },
  invariants: threadBoardInvariants,
  equivalents: threadBoardEquivalents,
  sees: { 'board.shown': 'The board is as it was read last: after an undo, as it was before the change.' },
});
