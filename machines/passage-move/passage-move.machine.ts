import { tag } from '../kit/tags.ts';
import { passageMoveSetup } from './passage-move.setup.ts';

export const passageMoveMachine = passageMoveSetup.createMachine({
  id: 'passageMove',
  context: { passageId: null, over: null },
  initial: 'resting',
  states: {
    resting: {
      description: 'Each passage can be dragged, or moved from its menu.',
      tags: tag.idle,
      entry: 'forgetMove',
      on: {
        'passage.lifted': {
          target: 'carried',
          actions: { type: 'keepPassage', params: ({ event }) => event },
        },
        'place.asked': {
          target: 'choosing',
          actions: { type: 'keepPassage', params: ({ event }) => event },
        },
      },
    },
    carried: {
      description: 'The pointer holds the passage, and the sections of the notes are shown to drop it on.',
      tags: tag.waiting,
      on: {
        'place.reached': {
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          actions: { type: 'keepPlace', params: ({ event }) => event },
        },
        'passage.dropped': [
          {
            guard: 'isOverPlace',
            target: 'resting',
            actions: {
              type: 'putPassage',
              params: ({ context }) => ({ passageId: context.passageId, place: context.over }),
            },
          },
          { target: 'resting' },
        ],
        'move.cancelled': 'resting',
      },
    },
    choosing: {
      description: 'A dialog asks for the section: the same by keyboard and by touch.',
      tags: tag.waiting,
      on: {
        'place.chosen': {
          target: 'resting',
          actions: {
            type: 'putPassage',
            params: ({ context, event }) => ({ passageId: context.passageId, place: event.place }),
          },
        },
        'move.cancelled': 'resting',
      },
    },
  },
});
