import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { UploadContext } from './upload.setup.ts';

export const uploadInvariants: readonly Invariant<UploadContext>[] = [
  remembering({
    name: 'no byte is sent before the price was shown, or that it cannot be told yet',
    requirement: 'R9.1',
    start: false,
    after: (shown, { isIn, context }) => {
      // An upload that was found open was begun, with its price shown, on an earlier visit.
      const foundOpen = isIn('awaitingFile') || context.upload !== null;
      return isIn('estimated') || isIn('inspected') || foundOpen || (shown && !isIn('inspecting'));
    },
    holds: ({ isIn, started }, shown) => shown || !(started.includes('sendBytes') || isIn('creating')),
  }),
  {
    name: 'bytes are sent only from a file to an open upload, and leaving the page warns meanwhile',
    holds: ({ running, context }) =>
      !running.includes('sendBytes') ||
      (context.file !== null && context.upload !== null && running.includes('watchPage')),
  },
  {
    name: 'nothing is sent while paused, without a connection, or between two attempts',
    holds: ({ isIn, running }) =>
      !['transfer.paused', 'transfer.offline', 'transfer.waitingToRetry'].some(isIn) ||
      !running.includes('sendBytes'),
  },
  {
    name: 'after five failed attempts in a row one more is made, the sixth and last',
    holds: ({ context }) => context.failedAttempts <= 5,
  },
  {
    name: 'the price is asked for only once the server has the recording, and nothing is sent then',
    requirement: 'R1.1',
    holds: ({ isIn, context, running }) =>
      !isIn('pricing') || (context.upload === null && running.join() === 'analysisStart'),
  },
];

export const uploadEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: upload.restoring --done(findOpenUpload)#0[isOpen]--> upload.awaitingFile after the next',
      'reorder: upload.completing.asking --done(readUpload)#0[isReady]--> upload.pricing after the next',
      'reorder: upload.completing.asking --done(readUpload)#1[isVerifying]--> upload.completing.waiting after the next',
    ],
    reason: 'An upload has one status, so that at most one of the two guards holds: their order is free.',
  },
  {
    mutants: ['reorder: upload.pricing --done(analysisStart)#0[isStarted]--> upload.idle after the next'],
    reason: 'The child ends with an analysis that was started or with notes that exist, never with both.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on exit of upload.rejected'],
    reason: 'Both ways out forget the failure themselves: keepFile, and the entry of idle.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on entry of upload.transfer'],
    reason:
      'No way into transfer brings a failure: a chosen file has forgotten it, as has leaving failed. The chart ' +
      'says it all the same, so that a new way in cannot show an old failure.',
  },
  {
    mutants: ['other initial: notCreated of upload.failed'],
    reason: 'The group is never entered as such: every transition names the state inside it.',
  },
];
