import { type FlowScreen, failureShown } from './screen.ts';

const copy = { role: 'button', name: 'Copy to notes' } as const;
const dialog = { role: 'dialog', text: 'You already have notes' } as const;

export const copyToNotesScreen: FlowScreen = {
  flow: 'copy-to-notes',
  begin: 'Sign in and open the tab “Evening” of a session with an analysis.',
  address: '/campaign',
  gestures: {
    'copy.requested': {
      control: (_, { value }) =>
        value === 'ready' || value === 'failed' || value === 'filling'
          ? copy
          : { ...copy, name: 'Copy behind' },
    },
    'choice.made: the user keeps the notes': { control: { role: 'button', name: 'Keep my notes' } },
    'choice.made: the user adds the analysis below': { control: { role: 'button', name: 'Add below them' } },
    'choice.made: the user replaces the notes': { control: { role: 'button', name: 'Replace them' } },
    'choice.cancelled': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'writing' ? 'Close while it is written' : 'Close',
      }),
    },
  },
  promises: [
    { in: 'ready', doesNotSee: [dialog] },
    { in: 'filling', sees: () => [{ role: 'button', text: 'Copy to notes', busy: true }] },
    { in: 'asking', sees: () => [dialog] },
    { in: 'asking.failed', sees: failureShown },
    { in: 'failed', sees: failureShown, doesNotSee: [dialog] },
    { in: 'copied', doesNotSee: [dialog] },
  ],
};
