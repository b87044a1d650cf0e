import type { Invariant } from '../kit/catalogue.ts';
import type { IncomingRecordingContext } from './incoming-recording.setup.ts';

export const incomingRecordingInvariants: readonly Invariant<IncomingRecordingContext>[] = [
  {
    name: 'deletes a recording only when the server has it, the user insists, or the time to restore it is over',
    holds: ({ started, cause, waited }) =>
      !started.includes('removeIncoming') ||
      cause === 'upload: the server has the recording' ||
      cause === 'discard' ||
      (cause === null && waited > 0),
  },
  {
    name: 'creates nothing before the user has chosen a place',
    holds: ({ started, cause }) => !started.includes('createCampaign') || cause === 'place.chosen',
  },
  {
    name: 'uploads only with a session and a file',
    holds: ({ isIn, context }) =>
      !isIn('handedOver') || (context.place?.sessionId != null && context.file !== null),
  },
  {
    name: 'never offers what is no recording',
    holds: ({ isIn, context }) => !isIn('offered') || context.incoming?.isAudio === true,
  },
  {
    name: 'has nothing of a user who is signed out',
    holds: ({ isIn, cause, context }) =>
      cause !== 'user.left' || (isIn('closed') && context.incoming === null && context.file === null),
  },
  {
    name: 'does one thing at a time',
    holds: ({ running }) => running.length <= 1,
  },
];
