import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type TourEvent =
  | { type: 'notes.shown'; hasSeenTour: boolean }
  /** The user wants the hints once more. */
  | { type: 'tour.requested' }
  | { type: 'next.requested' }
  | { type: 'back.requested' }
  | { type: 'tour.closed' }
  | { type: 'user.left' };

export const tourMachine = setup({
  types: {} as { context: Record<string, never>; events: TourEvent; tags: Tag },
  actions: {
    rememberSeen: notProvidedAction('rememberSeen'),
  },
  guards: {
    isNew: (_, { hasSeenTour }: { hasSeenTour: boolean }) => !hasSeenTour,
  },
}).createMachine({
  id: 'tour',
  context: {},
  initial: 'resting',
  on: { 'user.left': '.resting' },
  states: {
    resting: {
      description: 'No hint is shown.',
      tags: tag.idle,
      on: {
        'notes.shown': { guard: { type: 'isNew', params: ({ event }) => event }, target: 'evidence' },
        'tour.requested': 'evidence',
      },
    },
    evidence: {
      description: 'Hint 1 of 3: every statement leads to the words that it stands on.',
      tags: tag.waiting,
      on: {
        'next.requested': 'names',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
    names: {
      description: 'Hint 2 of 3: a wrong name is corrected once, in all sessions.',
      tags: tag.waiting,
      on: {
        'back.requested': 'evidence',
        'next.requested': 'sharing',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
    sharing: {
      description: 'Hint 3 of 3: the notes can be shared with the players.',
      tags: tag.waiting,
      on: {
        'back.requested': 'names',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
  },
});
