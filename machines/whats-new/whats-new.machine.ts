import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

/** `seen` is the version that this browser saw last; null on the first visit. */
interface Versions {
  readonly version: string;
  readonly seen: string | null;
}

type WhatsNewEvent = ({ type: 'user.arrived' } & Versions) | { type: 'user.left' };

const versionsOf = ({ event }: { event: Versions }) => event;

export const whatsNewMachine = setup({
  types: {} as { context: Record<string, never>; events: WhatsNewEvent; tags: Tag },
  actions: {
    tellVersion: notProvidedAction<Versions>('tellVersion'),
    rememberVersion: notProvidedAction<Versions>('rememberVersion'),
  },
  guards: {
    isFirstVisit: (_, { seen }: Versions) => seen === null,
    isChanged: (_, { version, seen }: Versions) => seen !== version,
  },
}).createMachine({
  id: 'whatsNew',
  context: {},
  initial: 'waiting',
  on: { 'user.left': '.waiting' },
  states: {
    waiting: {
      description: 'Nobody is signed in yet.',
      tags: tag.idle,
      on: {
        'user.arrived': [
          {
            guard: { type: 'isFirstVisit', params: versionsOf },
            target: 'known',
            actions: { type: 'rememberVersion', params: versionsOf },
          },
          {
            guard: { type: 'isChanged', params: versionsOf },
            target: 'told',
            actions: [
              { type: 'tellVersion', params: versionsOf },
              { type: 'rememberVersion', params: versionsOf },
            ],
          },
          { target: 'known' },
        ],
      },
    },
    known: {
      description: 'This browser knows the version, or is here for the first time.',
      tags: tag.done,
    },
    told: {
      description: 'A notice names the new version and links to what is new. It appears once.',
      tags: tag.done,
    },
  },
});
