import { z } from 'zod';
import { transcriptKinds } from './transcript-formats.ts';
import { keysOf } from './unknown-values.ts';

/** HTTP status and default message by code. Messages say what to do. */
export const errorCatalogue = {
  invalidRequest: {
    status: 400,
    message: 'We couldn’t process this request. Reload the page and try again.',
  },
  signatureInvalid: {
    status: 400,
    message: 'The signature of this event is wrong, or the event is too old.',
  },
  malformedHost: { status: 400, message: 'The Host header of this request is not a host name.' },
  unauthorized: { status: 401, message: 'Please sign in again.' },
  insufficientCredits: { status: 402, message: 'You do not have enough credits for this analysis.' },
  freshSignInRequired: {
    status: 403,
    message: 'Sign in again, then delete the account within five minutes.',
  },
  forbidden: { status: 403, message: 'You are not allowed to change this.' },
  notFound: { status: 404, message: 'This does not exist, or it is not yours.' },
  methodNotAllowed: { status: 405, message: 'You can’t do that at this address.' },
  conflict: { status: 409, message: 'You can’t do that right now. Reload the page and try again.' },
  accountExists: {
    status: 409,
    message: 'An account with this email already exists. Please sign in with Google.',
  },
  analysisRunning: {
    status: 409,
    message: 'An analysis of this session is running. Wait for it, or cancel it.',
  },
  agreementChanged: {
    status: 409,
    message: 'This agreement has changed since you opened it. Please read the new version.',
  },
  redirectToPortal: {
    status: 409,
    message: 'You already have a subscription. Change it in the billing portal.',
  },
  quoteChanged: { status: 409, message: 'The price has changed. Please check it again.' },
  nothingToAnalyze: { status: 409, message: 'Add a recording or a transcript to this session first.' },
  hearingUnavailable: {
    status: 409,
    message:
      'This server can’t transcribe recordings right now. We keep your recording free of charge, and you can ' +
      'analyze it as soon as the server can. Or import a transcript.',
  },
  modelNoSpace: {
    status: 409,
    message:
      'There isn’t enough free space on this computer for the language model. Free some, then try again.',
  },
  modelNoMemory: {
    status: 409,
    message:
      'This computer hasn’t enough memory for a language model. The page in the evening’s own words needs none.',
  },
  notesNotEmpty: {
    status: 409,
    message: 'This session already has notes. Choose whether to replace them or add to them.',
  },
  proposalOutdated: {
    status: 409,
    message: 'The notes have changed since then. Compare both versions before you decide.',
  },
  proposalUnfit: {
    status: 409,
    message: 'This text does not fit in place of the item. Edit the notes yourself, then mark it as done.',
  },
  lineChanged: {
    status: 409,
    message:
      'This line has changed since you opened it. Compare both versions, then save yours or keep the other.',
  },
  lineUnfit: { status: 409, message: 'This line can’t be changed that way. Edit its words instead.' },
  voicesUnfit: { status: 409, message: 'The voices can’t be changed that way.' },
  voicesNotRemembered: {
    status: 403,
    message: 'This server does not remember how voices sound. Whoever runs it has turned that off.',
  },
  voiceUnknown: {
    status: 409,
    message: 'This voice is no longer in the transcript. Check the list again.',
  },
  nameExists: { status: 409, message: 'This name is already in the glossary.' },
  glossaryFull: {
    status: 409,
    message: 'The glossary is full. Delete names that you no longer need, then try again.',
  },
  worldChanged: {
    status: 409,
    message: 'The world index was changed somewhere else. Look at it again, then repeat your change.',
  },
  worldFull: {
    status: 409,
    message: 'The world index has too many changes. Undo some that you no longer need, then try again.',
  },
  personExists: { status: 409, message: 'There is already a player with this name.' },
  castFull: {
    status: 409,
    message:
      'This campaign has the maximum number of people, or this person the maximum number of characters. ' +
      'Remove some first.',
  },
  quotaReached: {
    status: 409,
    message: 'You have reached the limit for one account. Delete some of these first, then try again.',
  },
  nothingToUndo: { status: 409, message: 'There is nothing left to undo.' },
  questionChanged: {
    status: 409,
    message: 'This question was answered or changed somewhere else. Your answer was not saved.',
  },
  correctionOutdated: {
    status: 409,
    message:
      'Some of these texts have changed since the preview. Nothing was corrected. Check the new preview.',
  },
  correctionUnfit: {
    status: 409,
    message: 'With the right name, one of these texts would become too long. Nothing was corrected.',
  },
  notCancellable: {
    status: 409,
    message: 'We’re already writing the notes, so you can no longer cancel.',
  },
  notRetryable: { status: 409, message: 'You can’t retry this analysis.' },
  uploadNotOpen: { status: 409, message: 'This upload is closed. Start a new one.' },
  audioInUse: { status: 409, message: 'An analysis is using this audio. Wait for it, or cancel it.' },
  webhookMissing: {
    status: 409,
    message: 'This campaign has no webhook. Add one in the campaign settings, under Discord and webhooks.',
  },
  webhookFailed: { status: 409, message: 'The webhook did not accept the message. Check its address.' },
  nothingToPost: {
    status: 409,
    message: 'These notes have nothing that players may see. Make a section visible to players first.',
  },
  previewOutdated: {
    status: 409,
    message: 'The notes or the webhook have changed since this preview. Check the new preview.',
  },
  alreadyPosted: {
    status: 409,
    message: 'These notes were already posted. Confirm that you want to post again.',
  },
  postRunning: { status: 409, message: 'These notes are being posted right now. Wait until that is done.' },
  uploadExpired: { status: 410, message: 'This upload has expired. Start a new one.' },
  playbackExpired: {
    status: 410,
    message: 'This link to the recording has expired. Open the session again.',
  },
  staleRevision: {
    status: 412,
    message: 'This was changed somewhere else. Compare both versions before you save.',
  },
  payloadTooLarge: { status: 413, message: 'This is too large to send. Shorten it and try again.' },
  uploadTooLarge: { status: 413, message: 'This file is too large to upload.' },
  unsupportedMediaType: { status: 415, message: 'This kind of content is not accepted here.' },
  unsupportedAudio: {
    status: 415,
    message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  },
  audioUnreadable: {
    status: 422,
    message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  },
  audioTooLong: {
    status: 422,
    message: 'This recording is too long to analyze. Split it into two sessions.',
  },
  audioEmpty: { status: 422, message: 'This file is empty. Choose the recording again.' },
  recordingMissing: {
    status: 410,
    message:
      'The recording of this session is missing on our server, so we can’t play or analyze it. Upload it again.',
  },
  rangeNotSatisfiable: { status: 416, message: 'The recording has no such part.' },
  transcriptUnreadable: {
    status: 422,
    message: `We could not read this transcript. Try ${transcriptKinds}.`,
  },
  transcriptEmpty: { status: 422, message: 'This transcript has no words.' },
  notesUnreadable: {
    status: 422,
    message: 'We could not find notes in this file. Choose a JSON, Markdown or Obsidian export.',
  },
  notesTooComplex: {
    status: 422,
    message: 'These notes take too long to read. Split long sections, or take fewer sessions at a time.',
  },
  notesTooLong: { status: 422, message: 'These notes would become too long. Shorten them first.' },
  notesTooLarge: { status: 413, message: 'This file is larger than 32 MB. Import fewer sessions at a time.' },
  transcriptUndecided: {
    status: 422,
    message: 'This transcript can be read in several ways. Choose one.',
  },
  transcriptTooLarge: { status: 413, message: 'This transcript is larger than 20 MB.' },
  webhookAddressInvalid: {
    status: 422,
    message: 'This is not the address of a webhook. Copy the whole address, from https:// to its end.',
  },
  webhookForbidden: {
    status: 422,
    message:
      'This address is in a private network, or uses a port other than 443. Enter a public https:// ' +
      'address.',
  },
  webhookHostUnknown: {
    status: 422,
    message: 'We could not find the host of this address. Check it for typos.',
  },
  notesTooLongToPost: {
    status: 422,
    message:
      'These notes are too long to post. Hide some sections from players, or export the notes instead.',
  },
  unknownHost: { status: 421, message: 'This server does not serve this address.' },
  preconditionRequired: {
    status: 428,
    message: 'Reload the page and try again.',
  },
  tooManyRequests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was lost. Please try again.' },
  paymentsUnavailable: {
    status: 503,
    message: 'We can’t take payments right now. Please try again later.',
  },
  identityUnavailable: {
    status: 503,
    message: 'We can’t check your sign-in right now. Please try again in a minute.',
  },
  overloaded: {
    status: 503,
    message: 'The server is too busy right now. Nothing was lost. Please try again in a moment.',
  },
  diskFull: {
    status: 507,
    message:
      'The server has no space left to store this. Everything you saved before is safe. Try again later, or let the people who run this server know.',
  },
  unavailable: { status: 503, message: 'The server can’t respond right now. Please try again in a moment.' },
} as const;

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
