import { dismissedWithDialog, followedToItsEnd, type Invariant, rereadAfter } from '../kit/catalogue.ts';
import type { VoiceErasureContext } from './voice-erasure.setup.ts';

const erasing = ['open.erasing', 'open.following', 'behind'] as const;

export const voiceErasureInvariants: readonly Invariant<VoiceErasureContext>[] = [
  {
    name: 'erases a voice only once the user has chosen it and confirmed',
    holds: ({ started, cause, context: { voice } }) =>
      !started.includes('eraseVoice') || (cause === 'erasure.confirmed' && voice !== null),
  },
  {
    name: 'stops the player exactly when a voice is erased, so the recording is not heard from then on',
    holds: ({ started, actions }) => actions.includes('stopHearing') === started.includes('eraseVoice'),
  },
  {
    name: 'retries silencing only on request, and only after it failed',
    holds: ({ started, cause, context: { sheet } }) =>
      !started.includes('silenceVoices') ||
      (cause === 'silencing.requested' && sheet?.erased.some(({ sound }) => sound === 'failed') === true),
  },
  {
    name: 'polls only while a recording is being silenced',
    holds: ({ started, isIn, context: { sheet } }) =>
      !started.includes('readVoices') ||
      !isIn('open.choosing') ||
      sheet?.erased.some(({ sound }) => sound === 'silencing') === true,
  },
  rereadAfter<VoiceErasureContext>({
    name: 'reloads texts after every erasure, whether it succeeded or not',
    states: erasing,
    action: 'refreshTexts',
  }),
  {
    name: 'has a chosen voice exactly while it is confirmed and erased',
    holds: ({ isIn, context: { voice } }) =>
      (voice !== null) === (isIn('open.confirming') || erasing.some(isIn)),
  },
  followedToItsEnd<VoiceErasureContext>({
    name: 'follows an erasure to its end, whether the dialog is open or not',
    states: erasing,
    actors: ['eraseVoice', 'followErasure'],
    placeIn: ({ session }) => session?.id,
  }),
  {
    name: 'has the voices wherever they are shown',
    holds: ({ isIn, context: { sheet } }) =>
      sheet !== null || !(isIn('open.choosing') || isIn('open.confirming') || isIn('open.erasing')),
  },
  {
    name: 'shows a reason exactly when something was refused',
    holds: ({ isIn, context: { failure } }) => (failure !== null) === isIn('open.refused'),
  },
  {
    name: 'keeps no data once the dialog is closed, and has the session while it is open',
    holds: ({ isIn, context: { session, sheet } }) =>
      isIn('closed') === (session === null) && (!isIn('closed') || sheet === null),
  },
  dismissedWithDialog<VoiceErasureContext>(),
];
