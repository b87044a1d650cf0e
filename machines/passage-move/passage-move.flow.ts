import { defineFlow } from '../kit/catalogue.ts';
import { passageMoveMachine } from './passage-move.machine.ts';

const passageId = 's56.0';
const place = { key: 'own-plan', title: 'My plan' };

export const passageMoveFlow = defineFlow({
  name: 'passage-move',
  title: 'Moving a passage into the notes',
  group: 'Sessions and notes',
  paragraph:
    'A passage of the evening is dragged into a section of one’s own notes, or put there by its menu and a dialog. ' +
    'It goes there with its evidence, in the order of the evening, and can be undone.',
  requirements: ['D11'],
  story: ['resting', 'carried', 'carried: place.reached', 'resting: passage.dropped'],
  next: { 'record-change': 'the passage has a place' },
  synonyms: { drag: ['drag and drop', 'move', 'drop'] },
  machine: passageMoveMachine,
  events: {
    'passage.lifted': [
      { name: 'the user drags a passage by its handle', event: { type: 'passage.lifted', passageId } },
    ],
    'place.reached': [
      { name: 'the pointer is over a section', event: { type: 'place.reached', place } },
      { name: 'the pointer is over none', event: { type: 'place.reached', place: null } },
    ],
    'passage.dropped': 'the user lets go',
    'place.asked': [
      {
        name: 'the user chooses “Move into my notes …” from a passage’s menu',
        event: { type: 'place.asked', passageId },
      },
    ],
    'place.chosen': [{ name: 'the user chooses a section', event: { type: 'place.chosen', place } }],
    'move.cancelled': 'the user presses Escape or closes the dialog',
  },
  outcomes: {},
  guards: {
    isElsewhere: 'The pointer was over another section, or over none.',
    isOverPlace: 'The pointer is over a section of the notes.',
  },
  invariants: [
    {
      name: 'puts a passage only where the user let go of it or chose',
      requirement: 'D11',
      holds: ({ actions, cause }) =>
        !actions.includes('putPassage') || cause === 'passage.dropped' || cause === 'place.chosen',
    },
    {
      name: 'knows the passage exactly while it is moved',
      holds: ({ isIn, context }) => isIn('resting') === (context.passageId === null),
    },
    {
      name: 'remembers no place of an earlier move',
      holds: ({ isIn, context }) => isIn('carried') || context.over === null,
    },
  ],
  equivalents: [
    {
      mutants: ['remove guard: passageMove.carried --place.reached#0[isElsewhere]--> (stays)'],
      reason:
        'the same place is remembered again; the page would only be drawn anew with each move of the pointer',
    },
  ],
  byHand: {
    'the user drags a passage by its handle': 'On the highlights of a session, drag a passage by its handle.',
    'the pointer is over a section': 'Drag it over a section of the notes.',
    'the pointer is over none': 'Drag it away from the notes.',
    'the user lets go': 'Release the mouse button.',
    'the user chooses “Move into my notes …” from a passage’s menu':
      'Choose “Move into my notes …” from a passage’s menu.',
    'the user chooses a section': 'Choose a section in the dialog.',
    'the user presses Escape or closes the dialog': 'Press Escape.',
  },
  sees: {
    carried: '“Drop it into your notes” is above the sections.',
    putPassage: 'The page says “Now in “My plan” of your notes.”',
  },
});
