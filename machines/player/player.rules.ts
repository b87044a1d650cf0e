import type { Invariant } from '../kit/catalogue.ts';
import type { PlayerContext } from './player.setup.ts';

export const playerInvariants: readonly Invariant<PlayerContext>[] = [
  {
    name: 'there is a session exactly while the player is shown',
    holds: ({ isIn, context }) => isIn('closed') === (context.place === null),
  },
  {
    name: 'there is a sound exactly while it is loaded, and only then something plays',
    holds: ({ isIn, context, running }) =>
      isIn('open.loaded') === (context.playback !== null) &&
      isIn('open.loaded') === running.includes('playSound'),
  },
  {
    name: 'a reason is shown exactly where something failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unreachable') || isIn('open.unplayable')),
  },
  {
    name: 'a sound is made again only when the user asks for it',
    holds: ({ started, cause }) => !started.includes('remakePlayback') || cause === 'retry',
  },
  {
    name: 'an address is renewed once, unless something was heard in between',
    holds: ({ isIn, context }) => !isIn('open.loaded.playing') || !context.isRenewed,
  },
];
