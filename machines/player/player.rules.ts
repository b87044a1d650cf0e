import type { Invariant } from '../kit/catalogue.ts';
import type { PlayerContext } from './player.setup.ts';

export const playerInvariants: readonly Invariant<PlayerContext>[] = [
  {
    name: 'has a session exactly while the player is shown',
    holds: ({ isIn, context }) => isIn('closed') === (context.place === null),
  },
  {
    name: 'has sound exactly while it is loaded, and plays only then',
    holds: ({ isIn, context, running }) =>
      isIn('open.loaded') === (context.heard !== null) &&
      isIn('open.loaded') === running.includes('playSound'),
  },
  {
    name: 'plays the recording itself exactly while it waits for the playback or has none',
    holds: ({ isIn, context }) =>
      !isIn('open.loaded') || isIn('open.loaded.copy.heard') === (context.heard?.isOriginal === false),
  },
  {
    name: 'does not play a recording again that the browser could not play',
    holds: ({ context }) => !context.avoidsOriginal || context.heard?.isOriginal !== true,
  },
  {
    name: 'shows a reason exactly when something failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unreachable') || isIn('open.unplayable')),
  },
  {
    name: 'makes sound again only when the user asks for it',
    holds: ({ started, cause }) => !started.includes('remakePlayback') || cause === 'retry',
  },
  {
    name: 'renews an address once, unless something played in between',
    holds: ({ isIn, context }) => !isIn('open.loaded.sound.playing') || !context.isRenewed,
  },
];
