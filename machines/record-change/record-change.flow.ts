import { defineFlow } from '../kit/catalogue.ts';
import { done, staleAt, unreachable } from '../kit/outcomes.ts';
import { recordChangeMachine } from './record-change.machine.ts';
import { recordChangeInvariants } from './record-change.rules.ts';
import type { RecordChange, RecordDraft } from './record-change.setup.ts';

const rename: RecordChange = { id: 'rename', words: 'Title and date are saved.' };
const again: RecordChange = { id: 'rename again', words: 'Title and date are saved.' };
const star: RecordChange = { id: 'star', words: 'Kept in your notes.' };
const another: RecordChange = { id: 'another star', words: 'Kept in your notes.' };
const back: RecordChange = { id: 'back', words: 'No longer kept.' };
const shown: RecordDraft = { title: 'The bell' };
const draft: RecordDraft = { title: 'The bell under the lake' };
const longer: RecordDraft = { title: 'The bell under the lake, and who rang it' };

export const recordChangeFlow = defineFlow({
  name: 'record-change',
  title: 'Changing a record',
  group: 'Sessions and notes',
  paragraph:
    'One change of a session, its notes or its evening, by a press or in a form. The page says when the server has it and ' +
    'offers to undo it, until something else changes the record. A form whose record was changed elsewhere shows both ' +
    'versions; a change that fails says why. Nothing that was written is lost when a form is closed or its page left.',
  requirements: ['D6'],
  story: ['resting', 'drafting', 'saving', 'saved'],
  synonyms: {
    record: ['title', 'rename', 'date', 'edit'],
    undo: ['take back', 'revert'],
    stale: ['changed elsewhere', 'two tabs'],
  },
  machine: recordChangeMachine,
  scenarios: [
    { name: 'a form: title and date of a session', input: { isForm: true } },
    { name: 'buttons: passages of an evening', input: { isForm: false } },
  ],
  events: {
    'form.opened': [{ name: 'the user opens the form', event: { type: 'form.opened', draft: shown } }],
    'form.closed': 'the user closes the form',
    'draft.changed': [
      { name: 'the user fills in the form', event: { type: 'draft.changed', draft } },
      { name: 'the user writes more', event: { type: 'draft.changed', draft: longer } },
    ],
    'draft.discarded': 'the user discards what is written',
    'draft.submitted': [
      { name: 'the user saves', event: { type: 'draft.submitted', change: rename } },
      { name: 'the user saves what is written by then', event: { type: 'draft.submitted', change: again } },
    ],
    'change.requested': [
      { name: 'the user stars a passage', event: { type: 'change.requested', change: star } },
      { name: 'the user stars another passage', event: { type: 'change.requested', change: another } },
    ],
    'undo.requested': 'the user undoes it',
    'record.seen': [
      { name: 'the record is as it was saved', event: { type: 'record.seen', revision: 2 } },
      { name: 'the record was changed again', event: { type: 'record.seen', revision: 3 } },
    ],
    'theirs.taken': 'the user takes the other version',
    retry: 'the user tries again',
    'notice.dismissed': 'the user dismisses the notice',
  },
  outcomes: {
    saveChange: [
      done('the server has it', { revision: 2, undo: back }),
      done('the server has it, for good', { revision: null, undo: null }),
      staleAt('the record was changed elsewhere', { theirs: { title: 'The drowned chapel' } }),
      staleAt('the record was changed elsewhere, and cannot be read', null),
      unreachable,
    ],
  },
  guards: {
    isClosedForm: 'This part of the page is a form, and it is closed.',
    isPressed: 'This part of the page has buttons.',
    hasNext: 'Another change was asked for while this one was sent.',
    hasDraft: 'Something is written in a form.',
    hasUndo: 'The change can be undone.',
    canRepeat: 'A form was sent, or the record is not newer than the change.',
    isChangedSince: 'The record has another revision than after this change.',
    isStaleDraft: 'A form was sent, its record was changed elsewhere, and the other version could be read.',
  },
  words: {
    saveChange: 'sending the change',
    keepOnDevice: 'store the text on this device',
    forgetOnDevice: 'delete the text from this device',
    keepRestOnDevice: 'store on this device only what is not saved of it',
    draft: 'what is written',
    change: 'what is changed',
    next: 'what is changed after it',
    undo: 'how to undo it',
    theirs: 'what was saved elsewhere',
    revision: 'revision of the record',
  },
  invariants: recordChangeInvariants,
  byHand: {
    'the user opens the form': 'Choose “Edit title and date” from “Session settings”.',
    'the user closes the form': 'Press Escape, or the cross of the form.',
    'the user fills in the form': 'Type another title.',
    'the user writes more': 'Type on in the form.',
    'the user discards what is written': 'Press “Cancel” in the form.',
    'the user saves': 'Press “Save” in the form.',
    'the user saves what is written by then': 'Press “Save” or “Save mine” in the form.',
    'the user stars a passage': 'On the highlights of a session, press “Keep” at a passage.',
    'the user stars another passage': 'Press “Keep” at another passage.',
    'the user undoes it': 'Press “Undo” in the notice.',
    'the record is as it was saved': 'Reload nothing and change nothing: the app reads it again by itself.',
    'the record was changed again':
      'Open the session in a second tab and rename it there, then return to this tab.',
    'the user takes the other version': 'Press “Use that version”.',
    'the user tries again': 'Press “Try again” in the notice.',
    'the user dismisses the notice': 'Press “Dismiss” on the notice.',
  },
});
