import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { UploadContext } from './upload.setup.ts';

export const uploadInvariants: readonly Invariant<UploadContext>[] = [
  remembering({
    name: 'sends no byte before showing the price, or that it is not known yet',
    requirement: 'R9.1',
    start: false,
    after: (shown, { isIn, context }) => {
      // An unfinished upload began, with its price shown, on an earlier visit.
      const foundOpen = isIn('awaitingFile') || context.upload !== null;
      return isIn('estimated') || isIn('inspected') || foundOpen || (shown && !isIn('inspecting'));
    },
    holds: ({ isIn, started }, shown) => shown || !(started.includes('sendBytes') || isIn('creating')),
  }),
  {
    name: 'sends bytes only from a file to an open upload, and warns meanwhile when the user leaves the page',
    holds: ({ running, context }) =>
      !running.includes('sendBytes') ||
      (context.file !== null && context.upload !== null && running.includes('watchPage')),
  },
  {
    name: 'sends nothing while paused, offline or between two attempts',
    holds: ({ isIn, running }) =>
      !['transfer.paused', 'transfer.offline', 'transfer.waitingToRetry'].some(isIn) ||
      !running.includes('sendBytes'),
  },
  {
    name: 'makes one more attempt after five consecutive failures, the sixth and last',
    holds: ({ context }) => context.failedAttempts <= 5,
  },
  {
    name: 'asks for the price only once the server has the recording, and sends nothing then',
    requirement: 'R1.1',
    holds: ({ isIn, context, running }) =>
      !isIn('pricing') || (context.upload === null && running.join() === 'analysisStart'),
  },
];

export const uploadEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: ['remove guard: upload.inspected --arrangement.chosen#0[hasContents]--> (stays)'],
    reason:
      'Without contents and without an estimate there is nothing to arrange: the action changes nothing.',
  },
  {
    mutants: [
      'reorder: upload.restoring --done(findOpenUpload)#0[isOpen]--> upload.awaitingFile after the next',
      'reorder: upload.completing.asking --done(readUpload)#1[isReady]--> upload.pricing after the next',
      'reorder: upload.completing.asking --done(readUpload)#2[isVerifying]--> upload.completing.waiting after the next',
    ],
    reason:
      'An upload has one status, so at most one of the two guards is true: their order does not matter.',
  },
  {
    mutants: ['reorder: upload.pricing --done(analysisStart)#0[isStarted]--> upload.idle after the next'],
    reason: 'The child ends with a started analysis or with existing notes, never with both.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on exit of upload.rejected'],
    reason: 'Both exits clear the failure themselves: keepFile, and the entry of idle.',
  },
  {
    mutants: ['drop action: forgetFailure (0) on entry of upload.transfer'],
    reason:
      'No transition into transfer carries a failure: a chosen file has cleared it, and so has leaving ' +
      'failed. The chart clears it anyway, so a new transition cannot show an old failure.',
  },
  {
    mutants: ['other initial: notCreated of upload.failed'],
    reason: 'No transition targets the group itself: each names the state inside it.',
  },
];
