import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

type TourEvent =
  | { type: 'notes.shown'; hasSeenTour: boolean }
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
      description: 'Hint 1 of 3: every statement links to its evidence in the transcript.',
      tags: tag.waiting,
      on: {
        'next.requested': 'names',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
    names: {
      description: 'Hint 2 of 3: correct a wrong name once, in all sessions.',
      tags: tag.waiting,
      on: {
        'back.requested': 'evidence',
        'next.requested': 'sharing',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
    sharing: {
      description: 'Hint 3 of 3: share the notes with the players.',
      tags: tag.waiting,
      on: {
        'back.requested': 'names',
        'tour.closed': { target: 'resting', actions: 'rememberSeen' },
      },
    },
  },
});
