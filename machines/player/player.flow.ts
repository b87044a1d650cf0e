import type { Playback } from '#contract/playbacks.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, done, emits, unreachable } from '../kit/outcomes.ts';
import { playerMachine } from './player.machine.ts';
import { playerInvariants } from './player.rules.ts';

const place = (digit: number) => ({
  sessionId: `01900000-0000-7000-8000-00000000c00${digit}`,
  campaignId: '01900000-0000-7000-8000-00000000ca01',
  title: `Session ${digit}`,
});
const ready: Playback = {
  state: 'ready',
  durationSeconds: 1000,
  peaks: Array.from({ length: 1000 }, (_, index) => (index * 7) % 200),
  url: '/sessions/01900000-0000-7000-8000-00000000c001/playback/audio?key=sealed',
  expiresAt: '2026-03-12T21:00:00.000Z',
};
const original = {
  mimeType: 'audio/mpeg',
  durationSeconds: 1000,
  url: '/sessions/01900000-0000-7000-8000-00000000c001/playback/audio?key=original',
  expiresAt: '2026-03-12T21:00:00.000Z',
};

export const playerFlow = defineFlow({
  name: 'player',
  title: 'Hearing a recording',
  group: 'Sessions and notes',
  paragraph:
    'A user listens to the recording behind a line of the transcript or a statement of the notes. The ' +
    'player stays while they move to other pages. The first time, the server makes a copy of the ' +
    'recording that browsers can play. If the browser plays the recording itself, the user hears that ' +
    'at once, and the player changes over to the copy at the same second. If its address expires, the ' +
    'player requests another and continues where it was.',
  requirements: ['D4', 'D11'],
  story: ['closed', 'open.asking', 'open.loaded.sound.waiting', 'open.loaded.sound.playing'],
  synonyms: {
    hear: ['listen', 'sound', 'audio', 'play back'],
    address: ['link expired'],
  },
  machine: playerMachine,
  events: {
    'player.opened': [
      { name: 'the user plays a line', event: { type: 'player.opened', place: place(1), at: 42 } },
      {
        name: 'the user plays a line of another session',
        event: { type: 'player.opened', place: place(2), at: 7 },
      },
    ],
    'player.closed': 'the user closes the player',
    retry: 'the user tries again',
    'play.requested': 'the user plays',
    'pause.requested': 'the user pauses',
    'position.chosen': [
      { name: 'the user jumps to another second', event: { type: 'position.chosen', at: 300 } },
    ],
    'speed.changed': 'the user changes the speed',
    'silence.toggled': 'the user turns skipping silence on or off',
    'sound.playing': 'sentByActor',
    'sound.paused': 'sentByActor',
    'sound.waiting': 'sentByActor',
    'sound.ended': 'sentByActor',
    'sound.failed': 'sentByActor',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readPlayback: [
      done('the sound is ready', ready),
      done('the sound is being made', { state: 'preparing' }),
      done('the sound is being made, and the recording itself can be played', {
        state: 'preparing',
        original,
      }),
      done('the recording was deleted', { state: 'deleted' }),
      done('the sound could not be made', { state: 'failed' }),
      done('there is no recording', { state: 'none' }),
      unreachable,
    ],
    remakePlayback: [done('the sound is being made again', { state: 'preparing' }), unreachable],
    playSound: [
      emits('it is playing', { type: 'sound.playing' }),
      emits('the browser pauses it', { type: 'sound.paused' }),
      emits('more has to be loaded', { type: 'sound.waiting' }),
      emits('it has ended', { type: 'sound.ended' }),
      emits('the sound cannot be loaded', { type: 'sound.failed', at: 42 }),
      breaksAt('playing breaks'),
    ],
  },
  alike: {
    readPlayback: { 'the server cannot be reached': ['notFound', 'recordingMissing'] },
    remakePlayback: { 'the server cannot be reached': ['notFound', 'recordingMissing'] },
  },
  guards: {
    isThisSession: 'The player already has this session.',
    isReady: 'The copy is ready.',
    hasOriginal: 'The browser can play the recording itself, and has not failed to.',
    isPreparing: 'The copy is being made.',
    isDeleted: 'The recording was deleted.',
    hasFailed: 'The copy could not be made.',
    isRenewed: 'The address has just been renewed.',
    isOriginalRenewed: 'The address of the recording itself has just been renewed.',
  },
  // Left out are the exact position, speed, silence and failure: no guard reads them, and only a number or a word of the player differs.
  abstraction: ({ place, heard, questions, isRenewed, avoidsOriginal, startAt }) => ({
    session: place?.sessionId,
    hasMoved: startAt !== 0,
    isOriginal: heard?.isOriginal,
    hasAsked: questions > 0,
    isRenewed,
    avoidsOriginal,
  }),
  invariants: playerInvariants,
  equivalents: [
    {
      mutants: [
        'reorder: player.open.asking --done(readPlayback)#0[isReady]--> player.open.loaded after the next',
        'reorder: player.open.asking --done(readPlayback)#2[isPreparing]--> player.open.preparing after the next',
        'reorder: player.open.loaded.copy.asked --done(readPlayback)#0[isReady]--> player.open.loaded.copy.heard after the next',
        'reorder: player.open.asking --done(readPlayback)#3[isDeleted]--> player.open.deleted after the next',
      ],
      reason: 'an answer has one status, so only one of these guards can be true',
    },
  ],
  sees: { 'open.loaded.sound.playing': 'The sound is heard, and the time of the player runs.' },
});
