import type { PlayerContext } from '#machines/player/player.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const bar = { role: 'button', text: 'Close the player' } as const;
const play = { role: 'button', name: 'Play' } as const;
const pause = { role: 'button', name: 'Pause' } as const;
const preparing = { role: 'status', text: /^Preparing the audio/ } as const;
const loading = { role: 'status', text: 'Loading the audio …' } as const;

export const playerScreen: FlowScreen = {
  flow: 'player',
  begin: 'Sign in and open a session with a recording and a transcript. Have the sound of the device on.',
  address: '/terms',
  gestures: {
    'player.opened': {
      instead: 'In “Transcript”, press the time of a line.',
    },
    'player.closed': { control: { role: 'button', name: 'Close the player' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'play.requested': { control: play },
    'pause.requested': { control: pause },
    'position.chosen': {
      instead: 'Press somewhere on the waveform of the player.',
    },
    'speed.changed': { control: { role: 'button', name: /^Speed / } },
    'silence.toggled': { control: { role: 'button', name: 'Skip silence' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [bar] },
    { in: 'open', sees: () => [bar] },
    {
      in: 'open.asking',
      sees: ({ context }) => [(context as PlayerContext).questions > 0 ? preparing : loading],
    },
    { in: 'open.preparing', sees: () => [preparing] },
    { in: 'open.none', sees: () => [{ text: /has no recording to play/ }] },
    { in: 'open.deleted', sees: () => [{ text: /The recording was deleted/ }] },
    { in: 'open.unmade', sees: () => [{ role: 'alert', text: /couldn’t prepare the audio/ }] },
    { in: 'open.remaking', sees: () => [preparing] },
    { in: 'open.unreachable', sees: failureShown },
    { in: 'open.unplayable', sees: failureShown },
    {
      in: 'open.loaded',
      sees: ({ context }) => [
        { text: (context as PlayerContext).place?.title ?? '' },
        { role: 'button', text: `Speed ${(context as PlayerContext).speed}×` },
      ],
      doesNotSee: [loading, preparing],
    },
    { in: 'open.loaded.sound.waiting', sees: () => [{ role: 'button', text: 'Pause' }] },
    { in: 'open.loaded.sound.playing', sees: () => [{ role: 'button', text: 'Pause' }] },
    { in: 'open.loaded.sound.lost', sees: () => [{ role: 'button', text: 'Play' }] },
    { in: 'open.loaded.sound.paused', sees: () => [{ role: 'button', text: 'Play' }] },
    {
      in: 'open.loaded.sound.ended',
      sees: () => [
        { role: 'button', text: 'Play' },
        { role: 'status', text: 'End of the recording.' },
      ],
    },
  ],
};
