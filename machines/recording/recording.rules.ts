import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { RecordingContext } from './recording.setup.ts';

export const recordingInvariants: readonly Invariant<RecordingContext>[] = [
  {
    name: 'keeps the microphone open only while recording the session',
    holds: ({ isIn, running }) => isIn('capturing') === running.includes('capture'),
  },
  {
    name: 'opens the microphone only when the user asks for it',
    holds: ({ started, cause }) =>
      !started.includes('capture') || cause === 'record' || cause === 'introduce',
  },
  {
    name: 'has a session exactly while one is selected for recording',
    holds: ({ isIn, context }) => isIn('closed') === (context.place === null),
  },
  {
    name: 'has what can be used, discarded or restored',
    holds: ({ isIn, context }) =>
      !['kept', 'joining', 'handedOver', 'sendingNotes', 'discarded', 'removing'].some(isIn) ||
      context.kept !== null,
  },
  {
    name: 'plays a recording only while it is offered',
    holds: ({ isIn, context }) => context.sound === null || isIn('kept'),
  },
  {
    name: 'has marks and names only of a recording',
    holds: ({ isIn, context }) =>
      context.marks.length + context.introductions.length === 0 || !['closed', 'looking', 'ready'].some(isIn),
  },
  {
    name: 'asks for names only while recording, and somebody whose turn it is',
    holds: ({ isIn, context }) =>
      isIn('capturing.introducing')
        ? context.people[context.turn] !== undefined
        : context.people.length === 0 || isIn('capturing'),
  },
  {
    name: 'offers a first recording only while none is stored',
    holds: ({ isIn, context }) => !isIn('ready') || context.kept === null,
  },
  {
    name:
      'deletes a recording only when the server has it, the user insists, or the time to restore it is ' +
      'over',
    holds: ({ started, cause, waited }) =>
      !started.includes('removeKept') ||
      cause === 'sendNotes: the server has the notes' ||
      cause === 'discard' ||
      (cause === null && waited > 0),
  },
  {
    name: 'has a reason only where the user can do something about it, or is about to',
    holds: ({ isIn, context }) =>
      context.failure === null ||
      ['unreadable', 'ready', 'capturing.finishing', 'kept', 'notesUnsent'].some(isIn),
  },
];

export const recordingEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: recording.looking --done(findKept)#0[isOnServer]--> recording.sendingNotes after the next',
    ],
    reason:
      'What the server has is not found as discarded, so at most one of the two guards is true: their order does not matter.',
  },
];
