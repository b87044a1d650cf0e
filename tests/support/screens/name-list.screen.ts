import type { AnyMachineSnapshot } from 'xstate';
import type { NameListContext } from '#machines/name-list/name-list.machine.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const label = 'Names, one per line';
const add = { role: 'button', text: 'Add these names' } as const;
const readFiles = { role: 'button', text: 'Read names from files' } as const;
const added = { role: 'status', text: /added\./ } as const;
const found = { text: /names? found\. Check them|No names were found/ } as const;

const listOf = ({ context }: AnyMachineSnapshot) => (context as NameListContext).list;

export const nameListScreen: FlowScreen = {
  flow: 'name-list',
  begin: 'Sign in, open a campaign, choose “Glossary” from “Campaign settings”, and press “Paste a list”.',
  address: '/terms',
  gestures: {
    'list.written': {
      control: { role: 'textbox', name: new RegExp(`^${label}`) },
      perform: (driver, { list }) => driver.fill(label, String(list)),
    },
    'files.chosen': {
      control: { role: 'button', name: 'Read names from files' },
      perform: (driver) => driver.chooseFile('Files with names', { name: 'npcs.json', sizeBytes: 1000 }),
    },
    'list.submitted': { control: { role: 'button', name: 'Add these names' } },
  },
  notOffered: [
    {
      event: 'list.submitted',
      in: '',
      when: (snapshot) => listOf(snapshot).trim() === '',
      reason: 'the button is disabled while there is no name',
    },
    {
      event: 'list.written',
      in: '',
      when: (snapshot, { list }) => listOf(snapshot) === list,
      reason: 'the list says so already',
    },
  ],
  promises: [
    { in: 'writing', sees: () => [add, readFiles], doesNotSee: [added] },
    { in: 'writing.read', sees: () => [found] },
    { in: 'writing.unread', sees: failureShown },
    { in: 'writing.refused', sees: failureShown },
    { in: 'reading', sees: () => [{ ...readFiles, busy: true }], doesNotSee: [found] },
    { in: 'adding', sees: () => [{ ...add, busy: true }], doesNotSee: [added] },
    { in: 'added', sees: () => [added], doesNotSee: [add] },
  ],
};
