import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { type CopyToNotesContext, copyToNotesMachine } from './copy-to-notes.machine.ts';
import { copyToNotesInvariants } from './copy-to-notes.rules.ts';

export const copyToNotesFlow = defineFlow({
  name: 'copy-to-notes',
  title: 'Copying the analysis to the notes',
  group: 'Sessions and notes',
  paragraph:
    'The user copies the analysis to the notes of the session. Empty notes are filled at once. Notes with text are never ' +
    'overwritten without asking: the user keeps them, adds the analysis below them, or replaces them.',
  requirements: ['D7', 'R8.10'],
  story: ['ready', 'filling', 'copied'],
  synonyms: { copy: ['take over', 'overwrite', 'replace'] },
  machine: copyToNotesMachine,
  scenarios: [{ name: 'analysis opened' }],
  events: {
    'copy.requested': 'the user copies the analysis',
    'choice.made': [
      { name: 'the user keeps the notes', event: { type: 'choice.made', choice: 'keep' } },
      { name: 'the user adds the analysis below', event: { type: 'choice.made', choice: 'append' } },
      { name: 'the user replaces the notes', event: { type: 'choice.made', choice: 'replace' } },
    ],
    'choice.cancelled': 'the user closes the dialog',
  },
  outcomes: {
    copyNotes: [
      done('the notes are written', undefined),
      {
        name: 'the session has notes',
        type: 'error',
        error: { code: 'notesNotEmpty', message: 'You already have notes.' },
        fits: ({ mode }: CopyToNotesContext) => mode === 'fillEmpty',
      },
      unreachable,
    ],
  },
  alike: { copyNotes: { 'the server cannot be reached': ['notFound', 'conflict'] } },
  guards: {
    hasNotes: 'The session has notes with text.',
    isKept: 'The user chose to keep the notes.',
  },
  words: { mode: 'what happens to the notes' },
  byHand: { 'the session has notes': 'Write a line of notes first.' },
  invariants: copyToNotesInvariants,
  sees: {
    copied: 'The notes are open, with the text of the analysis.',
  },
});
