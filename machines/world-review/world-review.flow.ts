import type { WorldChange } from '#contract/world.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { worldReviewMachine } from './world-review.machine.ts';
import { worldReviewInvariants } from './world-review.rules.ts';

/** Of whatever changes the world index. */
export const changedMeanwhile = fails(
  'somebody changed it meanwhile',
  'worldChanged',
  'The world index was changed somewhere else. Look at it again, then repeat your change.',
);

const [alura, allura] = ['a'.repeat(32), 'b'.repeat(32)];
const unedited = {
  name: null,
  kind: null,
  kindWas: null,
  note: '',
  mergedInto: null,
  hidden: false,
  notSameAs: [],
};
const merge: WorldChange = { key: alura, revision: 0, edit: { ...unedited, mergedInto: allura } };
const apart: WorldChange = { key: alura, revision: 0, edit: { ...unedited, notSameAs: [allura] } };

export const worldReviewFlow = defineFlow({
  name: 'world-review',
  title: 'Reviewing the world index',
  group: 'Sessions and notes',
  paragraph:
    'The world index lists the people, places, factions and things of all sessions. It suggests which names may mean the same, and where an ' +
    'analysis differs from what the game master edited. The game master accepts or rejects each suggestion, merges, renames or hides entries, ' +
    'and can undo it.',
  requirements: ['R8.10'],
  story: ['settled.ready', 'saving', 'settled.changed', 'undoing', 'settled.ready'],
  synonyms: { merge: ['same person', 'duplicate', 'alias'] },
  machine: worldReviewMachine,
  events: {
    'change.requested': [
      {
        name: 'the user says that two names are the same',
        event: { type: 'change.requested', changes: [merge], said: 'Alura is now part of Allura.' },
      },
      {
        name: 'the user says that two names are not the same',
        event: { type: 'change.requested', changes: [apart], said: 'Alura and Allura stay apart.' },
      },
    ],
    'undo.requested': 'the user undoes the change',
    retry: 'the user tries again',
  },
  outcomes: {
    saveChanges: [
      done('the change is saved', [{ key: alura, revision: 1, edit: null }]),
      changedMeanwhile,
      unreachable,
    ],
  },
  alike: { saveChanges: { 'the server cannot be reached': ['notFound', 'worldFull'] } },
  byHand: { 'somebody changed it meanwhile': 'Change the same entry in a second tab first.' },
  words: { changes: '', undo: '', said: 'what the page says' },
  guards: { hasChanged: 'The same entry was changed somewhere else.' },
  invariants: worldReviewInvariants,
  sees: { refreshWorld: 'The index is as the server has it: after an undo, as it was before the change.' },
});
