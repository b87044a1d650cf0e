import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { nameListMachine } from './name-list.machine.ts';
import { nameListInvariants } from './name-list.rules.ts';

export const nameListFlow = defineFlow({
  name: 'name-list',
  title: 'A list of names for the glossary',
  group: 'Sessions and notes',
  paragraph:
    'The user pastes a list of names into the glossary of a campaign, or has files of other programs searched for names in the ' +
    'browser, checks the list, and adds it.',
  requirements: [],
  story: ['writing', 'adding', 'added'],
  synonyms: { names: ['glossary', 'paste a list', 'bulk', 'World Anvil', 'Kanka', 'Obsidian'] },
  machine: nameListMachine,
  scenarios: [{ name: 'form opened' }],
  events: {
    'list.written': [
      {
        name: 'the user pastes names',
        event: { type: 'list.written', list: 'Emon (location)\nGilmore (npc)' },
      },
      { name: 'the user empties the list', event: { type: 'list.written', list: ' ' } },
    ],
    'files.chosen': 'the user chooses files',
    'list.submitted': 'the user adds the names',
  },
  outcomes: {
    readNames: [
      done('the files have names', { list: 'Whitestone (location)', count: 1, skipped: 1 }),
      done('the files have no names', { list: '', count: 0, skipped: 2 }),
      fails(
        'the files cannot be read',
        'filesUnreadable',
        'This zip file could not be read. Export it again.',
      ),
    ],
    addNames: [
      done('some are new, one is too long', { added: 1, known: 1, tooLong: ['a line without end'] }),
      fails(
        'the glossary is full',
        'glossaryFull',
        'The glossary is full. Delete names that you no longer need, then try again.',
      ),
      unreachable,
    ],
  },
  alike: { addNames: { 'the server cannot be reached': ['notFound'] } },
  guards: { hasNames: 'The list has a name.' },
  words: { found: 'found in files', skipped: 'without a kind', count: 'names', known: 'there already' },
  // Left out are the names themselves: the guard asks only whether there are any, and the page shows how many.
  abstraction: ({ list, found }) => ({ hasNames: list.trim() !== '', found: found?.count }),
  byHand: {
    'the files cannot be read': 'Rename a picture to names.zip, and choose it.',
    'the glossary is full': 'Paste a list of 2,001 names.',
  },
  invariants: nameListInvariants,
});
