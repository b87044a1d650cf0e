import { z } from 'zod';
import { transcriptKinds } from './transcript-formats.ts';
import { keysOf } from './unknown-values.ts';

function at<Status extends number, Code extends string>(
  status: Status,
  messages: Record<Code, string>,
): Record<Code, { status: Status; message: string }>;
function at(
  status: number,
  messages: Record<string, string>,
): Record<string, { status: number; message: string }> {
  return Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, { status, message }]));
}

/** Default message by code, below its HTTP status. Messages say what to do. */
export const errorCatalogue = {
  ...at(400, {
    invalidRequest: 'We couldn’t process this request. Reload the page and try again.',
    signatureInvalid: 'The signature of this event is wrong, or the event is too old.',
    malformedHost: 'The Host header of this request is not a host name.',
  }),
  ...at(401, {
    unauthorized: 'Please sign in again.',
  }),
  ...at(402, {
    insufficientCredits: 'You do not have enough credits for this analysis.',
  }),
  ...at(403, {
    freshSignInRequired: 'Sign in again, then delete the account within five minutes.',
    forbidden: 'You are not allowed to change this.',
    voicesNotRemembered: 'This server’s operator has turned off remembering how voices sound.',
  }),
  ...at(404, {
    notFound: 'This does not exist, or it is not yours.',
  }),
  ...at(405, {
    methodNotAllowed: 'You can’t do that at this address.',
  }),
  ...at(409, {
    conflict: 'You can’t do that right now. Reload the page and try again.',
    accountExists: 'An account with this email already exists. Please sign in with Google.',
    analysisRunning: 'An analysis of this session is running. Wait for it, or cancel it.',
    agreementChanged: 'This agreement has changed since you opened it. Please read the new version.',
    redirectToPortal: 'You already have a subscription. Change it in the billing portal.',
    quoteChanged: 'The price has changed. Please check it again.',
    nothingToAnalyze: 'Add a recording or a transcript to this session first.',
    hearingUnavailable:
      'This server can’t transcribe recordings right now. We keep your recording free of charge, and you can ' +
      'analyze it as soon as the server can. Or import a transcript.',
    modelNoSpace:
      'There isn’t enough free space on this computer for the language model. Free some, then try again.',
    modelNoMemory:
      'This computer hasn’t enough memory for a language model. The page in the evening’s own words needs none.',
    notesNotEmpty: 'This session already has notes. Choose whether to replace them or add to them.',
    proposalOutdated: 'The notes have changed since then. Compare both versions before you decide.',
    proposalUnfit:
      'This text does not fit in place of the item. Edit the notes yourself, then mark it as done.',
    lineChanged:
      'This line has changed since you opened it. Compare both versions, then save yours or keep the other.',
    lineUnfit: 'This line can’t be changed that way. Edit its words instead.',
    voicesUnfit: 'The voices can’t be changed that way.',
    voiceUnknown: 'This voice is no longer in the transcript. Check the list again.',
    nameExists: 'This name is already in the glossary.',
    glossaryFull: 'The glossary is full. Delete names that you no longer need, then try again.',
    worldChanged: 'The world index was changed somewhere else. Look at it again, then repeat your change.',
    worldFull: 'The world index has too many changes. Undo some that you no longer need, then try again.',
    personExists: 'There is already a player with this name.',
    castFull:
      'This campaign has the maximum number of people, or this person the maximum number of characters. ' +
      'Remove some first.',
    quotaReached: 'You have reached the limit for one account. Delete some of these first, then try again.',
    nothingToUndo: 'There is nothing left to undo.',
    questionChanged: 'This question was answered or changed somewhere else. Your answer was not saved.',
    correctionOutdated:
      'Some of these texts have changed since the preview. Nothing was corrected. Check the new preview.',
    correctionUnfit: 'With the right name, one of these texts would become too long. Nothing was corrected.',
    notCancellable: 'We’re already writing the notes, so you can no longer cancel.',
    notRetryable: 'You can’t retry this analysis.',
    uploadNotOpen: 'This upload is closed. Start a new one.',
    audioInUse: 'An analysis is using this audio. Wait for it, or cancel it.',
    webhookMissing:
      'This campaign has no webhook. Add one in the campaign settings, under Discord and webhooks.',
    webhookFailed: 'The webhook did not accept the message. Check its address.',
    nothingToPost: 'These notes have nothing that players may see. Make a section visible to players first.',
    previewOutdated: 'The notes or the webhook have changed since this preview. Check the new preview.',
    alreadyPosted: 'These notes were already posted. Confirm that you want to post again.',
    postRunning: 'These notes are being posted right now. Wait until that is done.',
  }),
  ...at(410, {
    uploadExpired: 'This upload has expired. Start a new one.',
    playbackExpired: 'This link to the recording has expired. Open the session again.',
    recordingMissing:
      'The recording of this session is missing on our server, so we can’t play or analyze it. Upload it again.',
  }),
  ...at(412, {
    staleRevision: 'This was changed somewhere else. Compare both versions before you save.',
  }),
  ...at(413, {
    payloadTooLarge: 'This is too large to send. Shorten it and try again.',
    uploadTooLarge: 'This file is too large to upload.',
    notesTooLarge: 'This file is larger than 32 MB. Import fewer sessions at a time.',
    transcriptTooLarge: 'This transcript is larger than 20 MB. Split it into smaller files.',
  }),
  ...at(415, {
    unsupportedMediaType: 'This kind of content is not accepted here.',
    unsupportedAudio: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  }),
  ...at(416, {
    rangeNotSatisfiable: 'The recording has no such part.',
  }),
  ...at(421, {
    unknownHost: 'This server does not serve this address.',
  }),
  ...at(422, {
    audioUnreadable: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
    audioTooLong: 'This recording is too long to analyze. Split it into two sessions.',
    audioEmpty: 'This file is empty. Choose the recording again.',
    transcriptUnreadable: `We could not read this transcript. Try ${transcriptKinds}.`,
    transcriptEmpty: 'This transcript has no words. Choose another file, or export it again.',
    notesUnreadable: 'We could not find notes in this file. Choose a JSON, Markdown or Obsidian export.',
    notesTooComplex:
      'These notes take too long to read. Split long sections, or take fewer sessions at a time.',
    notesTooLong: 'These notes would become too long. Shorten them first.',
    transcriptUndecided: 'This transcript can be read in several ways. Choose one.',
    webhookAddressInvalid:
      'This is not the address of a webhook. Copy the whole address, from https:// to its end.',
    webhookForbidden:
      'This address is in a private network, or uses a port other than 443. Enter a public https:// ' +
      'address.',
    webhookHostUnknown: 'We could not find the host of this address. Check it for typos.',
    notesTooLongToPost:
      'These notes are too long to post. Hide some sections from players, or export the notes instead.',
  }),
  ...at(428, {
    preconditionRequired: 'Reload the page and try again.',
  }),
  ...at(429, {
    tooManyRequests: 'Too many requests. Please wait a moment.',
  }),
  ...at(500, {
    internal: 'Something went wrong on our side. Nothing was lost. Please try again.',
  }),
  ...at(503, {
    paymentsUnavailable: 'We can’t take payments right now. Please try again later.',
    identityUnavailable: 'We can’t check your sign-in right now. Please try again in a minute.',
    overloaded: 'The server is too busy right now. Nothing was lost. Please try again in a moment.',
    unavailable: 'The server can’t respond right now. Please try again in a moment.',
  }),
  ...at(507, {
    diskFull:
      'The server has no space left to store this. Everything you saved before is safe. Try again later, or let the people who run this server know.',
  }),
};

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes: readonly ErrorCode[] = keysOf(errorCatalogue);

/** `details` depends on the code, e.g. {cost, balance, missing} for insufficientCredits. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
  action: z.literal('redirect_to_portal').optional(),
  portal_url: z.url().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const analysisFailures = {
  audioUnreadable: {
    retryable: false,
    message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  },
  recordingMissing: {
    retryable: false,
    message: 'The recording is missing on our server. You were not charged. Upload it again.',
  },
  noSpeech: { retryable: false, message: 'We found no speech in this file. You were not charged.' },
  speechUnavailable: {
    retryable: true,
    message:
      'This server can’t transcribe recordings right now. We kept your recording. You were not charged. ' +
      'Try again later, or import a transcript.',
  },
  speechFailed: {
    retryable: true,
    message: 'Too much of the recording could not be transcribed. You were not charged. Try again.',
  },
  decoderMissing: {
    retryable: true,
    message:
      'This server can’t read recordings right now. You were not charged. Please contact its operator.',
  },
  notesUnavailable: {
    retryable: true,
    message: 'The notes could not be written right now. You were not charged. Try again later.',
  },
  stopped: { retryable: true, message: 'The analysis stopped. You were not charged. Try again.' },
} as const;

export type AnalysisFailureCode = keyof typeof analysisFailures;
