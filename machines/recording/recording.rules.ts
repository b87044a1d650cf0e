import type { Invariant } from '../kit/catalogue.ts';
import type { RecordingContext } from './recording.setup.ts';

export const recordingInvariants: readonly Invariant<RecordingContext>[] = [
  {
    name: 'the microphone is open only while the session is recorded',
    holds: ({ isIn, running }) => isIn('capturing') === running.includes('capture'),
  },
  {
    name: 'the microphone is opened only when the user asks for it',
    holds: ({ started, cause }) => !started.includes('capture') || cause === 'record',
  },
  {
    name: 'a session is named exactly while one asks for a recording',
    holds: ({ isIn, context }) => isIn('closed') === (context.place === null),
  },
  {
    name: 'what can be used, thrown away or had back is there',
    holds: ({ isIn, context }) =>
      !['kept', 'joining', 'handedOver', 'discarded', 'removing'].some(isIn) || context.kept !== null,
  },
  {
    name: 'a first recording is offered only while none is kept',
    holds: ({ isIn, context }) => !isIn('ready') || context.kept === null,
  },
  {
    name: 'a recording is removed only when the server has it, the user insists, or the time to have it back is over',
    holds: ({ started, cause, waited }) =>
      !started.includes('removeKept') ||
      cause === 'watchUpload: the server has the recording' ||
      cause === 'discard' ||
      (cause === null && waited > 0),
  },
  {
    name: 'a reason is shown only where the user can do something about it',
    holds: ({ isIn, context }) =>
      context.failure === null || isIn('unreadable') || isIn('ready') || isIn('kept'),
  },
];
