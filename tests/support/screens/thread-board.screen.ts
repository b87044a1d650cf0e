import { threadBoardFlow } from '#machines/thread-board/thread-board.flow.ts';
import type { ThreadBoardContext } from '#machines/thread-board/thread-board.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const words = 'We owe the ferryman a boat.';
const state = { role: 'combobox', name: `State of ${words}` } as const;
const add = { role: 'button', name: 'Add' } as const;
export const threadBoardScreen: FlowScreen = {
  flow: threadBoardFlow.name,
  begin: 'Sign in and open “Threads and promises” of the world of a campaign.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000001&world=threads',
  gestures: {
    'change.requested: the user sets the state of a thread': {
      control: state,
      perform: (driver) => driver.fill(state.name, 'done'),
    },
    'change.requested: the user adds a thread': {
      control: add,
      perform: async (driver) => {
        await driver.fill('Add a thread', 'Who stole the bell?');
        await driver.click(add);
      },
    },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'board.retried': { control: { role: 'button', name: 'Read the threads again' } },
  },
  promises: [
    { in: 'board.empty', sees: () => [{ text: 'No threads yet' }] },
    { in: 'board.shown', sees: () => [{ text: words }], doesNotSee: [{ text: 'No threads yet' }] },
    {
      in: 'board.unavailable',
      sees: ({ context }) => {
        const { readFailure } = context as ThreadBoardContext;
        return readFailure === null ? [] : [{ role: 'alert', text: readFailure.message }];
      },
    },
    { in: 'changes.settled.ready', doesNotSee: [{ role: 'button', text: 'Undo' }] },
    {
      in: 'changes.settled.changed',
      sees: ({ context }) => [
        { text: (context as ThreadBoardContext).said },
        { role: 'button', text: 'Undo' },
      ],
    },
    {
      in: 'changes.settled.outdated',
      sees: failureShown,
      doesNotSee: [{ role: 'button', text: 'Try again' }],
    },
    { in: 'changes.settled.failed', sees: failureShown },
    { in: 'changes.settled.undoFailed', sees: failureShown },
  ],
};
