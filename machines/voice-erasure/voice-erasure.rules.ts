import { type Invariant, remembering, rereadAfter } from '../kit/catalogue.ts';
import type { VoiceErasureContext } from './voice-erasure.setup.ts';

export const voiceErasureInvariants: readonly Invariant<VoiceErasureContext>[] = [
  {
    name: 'a voice is erased only once the user has chosen it and confirmed',
    holds: ({ started, cause, context: { voice } }) =>
      !started.includes('eraseVoice') || (cause === 'erasure.confirmed' && voice !== null),
  },
  {
    name: 'nobody hears the recording any more from the moment in which a voice is erased, and it is stopped only then',
    holds: ({ started, actions }) => actions.includes('stopHearing') === started.includes('eraseVoice'),
  },
  {
    name: 'silencing is asked for again only by the user, and only where it failed',
    holds: ({ started, cause, context: { sheet } }) =>
      !started.includes('silenceVoices') ||
      (cause === 'silencing.requested' && sheet?.erased.some(({ sound }) => sound === 'failed') === true),
  },
  {
    name: 'the dialog looks again by itself only while a recording is being silenced',
    holds: ({ started, isIn, context: { sheet } }) =>
      !started.includes('readVoices') ||
      !isIn('open.choosing') ||
      sheet?.erased.some(({ sound }) => sound === 'silencing') === true,
  },
  rereadAfter<VoiceErasureContext>({
    name: 'texts are read again after every erasure, whatever came of it',
    states: ['open.erasing'],
    action: 'refreshTexts',
  }),
  {
    name: 'a chosen voice is known exactly while it is confirmed and erased',
    holds: ({ isIn, context: { voice } }) =>
      (voice !== null) === (isIn('open.confirming') || isIn('open.erasing')),
  },
  {
    name: 'the voices are known wherever they are shown',
    holds: ({ isIn, context: { sheet } }) =>
      sheet !== null || !(isIn('open.choosing') || isIn('open.confirming') || isIn('open.erasing')),
  },
  {
    name: 'a reason is shown exactly where something was refused',
    holds: ({ isIn, context: { failure } }) => (failure !== null) === isIn('open.refused'),
  },
  {
    name: 'nothing of the voices is kept once the dialog is closed, and the session is known while it is open',
    holds: ({ isIn, context: { session, sheet } }) =>
      isIn('closed') === (session === null) && (!isIn('closed') || sheet === null),
  },
  remembering<VoiceErasureContext, { wasOpen: boolean; isRight: boolean }>({
    name: 'the modal is put away exactly when the dialog closes',
    requirement: 'R2.34',
    start: { wasOpen: false, isRight: true },
    after: ({ wasOpen }, { isIn, actions }) => ({
      wasOpen: isIn('open'),
      isRight: actions.includes('leaveModal') === (wasOpen && !isIn('open')),
    }),
    holds: (_, { isRight }) => isRight,
  }),
];
