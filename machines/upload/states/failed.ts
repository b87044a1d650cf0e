import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

export const failed = uploadSetup.createStateConfig({
  description: 'Something did not work. The reason is shown, and it can be tried again.',
  tags: tag.failed,
  initial: 'unrestored',
  exit: 'forgetFailure',
  states: {
    unrestored: {
      description: 'Whether an upload is open could not be read.',
      on: { retry: '#upload.restoring' },
    },
    notCreated: {
      description: 'The upload could not be opened.',
      on: { retry: '#upload.creating', discard: '#upload.idle' },
    },
    interrupted: {
      description: 'All attempts to send failed; the bytes so far are kept.',
      on: { retry: '#upload.transfer', discard: '#upload.discarding' },
    },
    unverified: {
      description: 'Whether the recording is accepted could not be learned.',
      on: { retry: '#upload.completing', discard: '#upload.discarding' },
    },
    notDiscarded: {
      description: 'The upload could not be given up.',
      on: { retry: '#upload.discarding' },
    },
  },
});
