import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

export const failed = uploadSetup.createStateConfig({
  description: 'Something failed. The page says why, and the user can try again.',
  tags: tag.failed,
  initial: 'unrestored',
  exit: 'forgetFailure',
  states: {
    unrestored: {
      description: 'The page could not find out whether there is an unfinished upload.',
      on: { retry: '#upload.restoring' },
    },
    notCreated: {
      description: 'The upload could not be opened.',
      on: { retry: '#upload.creating', discard: '#upload.idle' },
    },
    interrupted: {
      description:
        'Sending failed six times in a row, or could not begin; the server keeps the bytes that it has.',
      on: { retry: '#upload.transfer', discard: '#upload.discarding' },
    },
    unverified: {
      description:
        'The page could not find out within five minutes whether the recording is accepted, or the server ' +
        'failed or no longer has the upload.',
      on: { retry: '#upload.completing', discard: '#upload.discarding' },
    },
    notDiscarded: {
      description: 'The upload could not be discarded.',
      on: { retry: '#upload.discarding' },
    },
  },
});
