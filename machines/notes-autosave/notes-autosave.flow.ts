import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, done, emits, fails, staleAt, unreachable } from '../kit/outcomes.ts';
import { notesAutosaveMachine } from './notes-autosave.machine.ts';
import { notesAutosaveEquivalents, notesAutosaveInvariants } from './notes-autosave.rules.ts';
import type { SectionDraft } from './section-draft.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';

const base: SectionDraft = {
  key: 'summary',
  title: 'Summary',
  body: 'The party questioned Orla Finch at the lighthouse. We added this by hand.',
  visibility: 'gm',
};
const written: SectionDraft = { ...base, title: 'What happened' };
const more: SectionDraft = { ...base, title: 'What happened at the lighthouse' };
const untitled: SectionDraft = { ...base, title: '' };
const theirs: SectionDraft = { ...base, title: 'What Orla said' };

export const notesAutosaveFlow = defineFlow({
  name: 'notes-autosave',
  title: 'Editing notes',
  group: 'Sessions and notes',
  paragraph:
    'The user edits a section of the notes. It is saved a second after the last keystroke, and at once ' +
    'when they leave the field, the page or the editor. Until the server has it, this device stores it: ' +
    'a crash, a closed tab or a lost connection loses nothing. A conflicting version is shown before it ' +
    'is replaced. Once the editor is closed the page offers to undo what was saved; discarding takes it back.',
  requirements: ['D6', 'D7'],
  story: ['recalling', 'closed', 'open', 'typing', 'saving', 'settling', 'saved'],
  next: {
    'share-link': 'the notes are shared',
    'notes-posting': 'the notes are posted',
    'notes-editing': 'an earlier version is wanted',
    'speaker-mapping': 'a speaker has no name',
    'check-inbox': 'there are questions',
    'name-correction': 'a name is wrong',
  },
  synonyms: {
    edit: ['earlier versions'],
    save: ['autosave', 'lost text'],
    conflict: ['two tabs', 'changed elsewhere', 'overwritten'],
  },
  machine: notesAutosaveMachine,
  scenarios: [
    { name: 'nothing unsaved', input: { sessionId, kept: null } },
    {
      name: 'the tab crashed while the user wrote',
      input: { sessionId, kept: { draft: written, saved: base, at: '2026-01-01T00:00:00.000Z' } },
    },
    {
      name: 'the tab crashed before the section had a title',
      input: { sessionId, kept: { draft: untitled, saved: base, at: '2026-01-01T00:00:00.000Z' } },
    },
  ],
  events: {
    'section.opened': [
      { name: 'the user opens a section', event: { type: 'section.opened', section: base } },
    ],
    'section.seen': [
      { name: 'the section was changed elsewhere', event: { type: 'section.seen', section: theirs } },
      { name: 'the section is read again', event: { type: 'section.seen', section: base } },
    ],
    'draft.changed': [
      { name: 'the user writes', event: { type: 'draft.changed', draft: written } },
      { name: 'the user writes more', event: { type: 'draft.changed', draft: more } },
      { name: 'the user removes the title', event: { type: 'draft.changed', draft: untitled } },
    ],
    'save.requested': 'the user leaves the field, or the browser’s page',
    'editing.ended': 'the user is done',
    'editor.left': 'the user opens another page',
    'draft.discarded': 'the user discards the changes',
    'mine.chosen': 'the user saves their own version',
    'theirs.chosen': 'the user keeps the other version',
    retry: 'the user tries again',
    'connection.restored': 'sentByActor',
  },
  outcomes: {
    saveSection: [
      done('the server has it', written),
      done('the server has the longer text', more),
      staleAt('the section was changed elsewhere', { theirs }),
      staleAt('the section was removed elsewhere', { theirs: null }),
      unreachable,
      fails(
        'the server rejects it',
        'payloadTooLarge',
        'This is too large to send. Shorten it and try again.',
      ),
    ],
    watchPage: [
      emits('the connection is back', { type: 'connection.restored' }),
      breaksAt('watching breaks'),
    ],
  },
  alike: {
    saveSection: {
      'the server rejects it': ['notFound', 'preconditionRequired', 'conflict', 'notesTooLong'],
    },
  },
  guards: {
    hasDraft: 'An earlier visit left unsaved text.',
    hasTitle: 'The section has a title.',
    isCurrent: 'The user wrote nothing while the section was being saved.',
    isEnding: 'The user has asked to close the editor.',
    isOther: 'It is not what was opened: its text is another one, or that of newer notes.',
    isChanged: 'What is saved is not what the section was when it was opened.',
    mayEnd: 'The user has asked to close the editor, and the section has a title.',
    hasTheirs: 'The section still exists in the version that was saved elsewhere.',
    isStale: 'The section was changed or removed elsewhere since it was last read.',
    passesByItself: 'The server cannot be reached, or cannot take it at the moment.',
  },
  words: {
    keepOnDevice: 'store the text on this device',
    forgetOnDevice: 'delete the text from this device',
    announceSaved: 'say that it is saved, and offer to undo it',
    announceDiscarded: 'take back what was saved meanwhile',
    saveSection: 'saving the section',
    watchPage: 'watching the connection',
    opened: 'what the section was',
    draft: 'what is written',
    saved: 'what the server has',
    theirs: 'what was saved elsewhere',
    restoredFrom: 'left unsaved at',
    isEnding: 'closes once saved',
  },
  invariants: notesAutosaveInvariants,
  equivalents: notesAutosaveEquivalents,
});
