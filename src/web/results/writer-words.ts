import type { HearingQuote, WriterQuote } from '#contract/analyses.ts';
import type { ModelShown, NotesEngineShown } from '#contract/notes-engines.ts';
import { roughly } from '#web/ui/text.ts';

/** The page of an installation on one's own computer is at a loopback address. */
const isOwnComputer = () => ['localhost', '127.0.0.1', '[::1]'].includes(globalThis.location.hostname);

export const here = () => (isOwnComputer() ? 'this computer' : 'this server');

/** Who writes, for a choice among all of them. */
export function writerName({ writer, sends }: Pick<NotesEngineShown, 'writer' | 'sends'>): string {
  if (writer === 'page') return 'The page in its own words';
  if (writer === 'computer') return `Notes written on ${here()}`;
  return sends.what === 'nothing' ? `Notes written by a service on ${here()}` : 'Notes written by a service';
}

/** What leaves the computer, and to whom. @param what with its verb */
export function sendsText(sends: NotesEngineShown['sends'], what = 'The transcript is'): string {
  if (sends.what === 'nothing') return `Nothing leaves ${here()}.`;
  return sends.host === null
    ? `${what} sent to the language model that the operator of this server has chosen.`
    : `${what} sent to ${sends.host}.`;
}

/** What a language model does if it is asked, and what that sends. @param what with its verb */
export const askedText = ({ model, sends }: ModelShown, does: string, what: string) =>
  `A language model${model === null ? '' : ` (${model})`} ${does} ${sendsText(sends, what)}`;

/** How long it takes, before any was measured here. */
export const unmeasuredText = ({ writer }: Pick<NotesEngineShown, 'writer'>) =>
  `${writer === 'computer' ? 'Often an hour or more without a graphics card. ' : ''}The first session you have written shows how long it takes here.`;

/** How long it writes and what it costs, as measured here. */
export function measuredText({ writer, seconds, serviceCost }: WriterQuote): string {
  if (writer === 'page') return 'Ready within a minute of the transcript.';
  const time = seconds === null ? unmeasuredText({ writer }) : `Takes ${roughly(seconds)}, as measured here.`;
  return serviceCost === null
    ? time
    : `${time} The service’s calls cost about ${serviceCost < 0.01 ? 'less than 0.01' : serviceCost.toFixed(2)} in its currency.`;
}

/** Who transcribes, and what that sends. */
export function hearingText({ service, sends }: HearingQuote): string {
  if (sends.what === 'recording')
    return `The recording is sent to ${sends.host ?? 'the speech service that the operator of this server has chosen'}, which transcribes it.`;
  return service === null
    ? `It is transcribed on ${here()}.`
    : `It is transcribed on ${here()}, by a speech service found there (${service}).`;
}
