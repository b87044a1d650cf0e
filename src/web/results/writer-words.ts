import type { HearingQuote, WriterQuote } from '#contract/analyses.ts';
import type { MeasuredOn, ModelShown, NotesEngineShown } from '#contract/notes-engines.ts';
import { countOf, roughly } from '#web/ui/text.ts';

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
  `${writer === 'computer' ? 'Often an hour or more without a graphics card. ' : ''}Nothing is measured here yet: ${writer === 'computer' ? 'a short trial, or ' : ''}the first part of the first session shows how long it takes.`;

/** What an estimate rests on. */
function measuredOnText(writer: NotesEngineShown['writer'], on: MeasuredOn): string {
  if (on.what === 'evenings')
    return on.count === 1
      ? 'as the last session took here'
      : `as the last ${countOf(on.count, 'session')} took here`;
  const by = writer === 'computer' ? `on ${here()}` : 'by this service';
  return on.what === 'parts' ? `by the first parts read ${by}` : `by a short trial ${by}`;
}

/** Of what calls cost, in the currency of the service. */
export const moneyText = (cost: number) => (cost < 0.01 ? 'less than 0.01' : `about ${cost.toFixed(2)}`);

export const serviceText = (cost: number) => `The service’s calls cost ${moneyText(cost)} in its currency.`;

/** How long writing takes and what it costs, and how that is known. @param of what takes it */
export function effortText(
  writer: NotesEngineShown['writer'],
  { seconds, cost, on }: { seconds: number; cost: number | null; on: MeasuredOn | undefined },
  of = '',
): string {
  const known = on === undefined ? 'as measured here' : measuredOnText(writer, on);
  const money = cost === null ? '' : ` ${serviceText(cost)}`;
  return `Takes ${roughly(seconds)}${of}, ${known}.${money}`;
}

/** How long it writes and what it costs, as measured here. */
export function measuredText({ writer, seconds, serviceCost, measuredOn }: WriterQuote): string {
  if (writer === 'page') return 'Ready within a minute of the transcript.';
  return seconds === null
    ? unmeasuredText({ writer })
    : effortText(writer, { seconds, cost: serviceCost, on: measuredOn ?? undefined });
}

/** Who transcribes, and what that sends. */
export function hearingText({ service, sends }: HearingQuote): string {
  if (sends.what === 'recording')
    return `The recording is sent to ${sends.host ?? 'the speech service that the operator of this server has chosen'}, which transcribes it.`;
  return service === null
    ? `It is transcribed on ${here()}.`
    : `It is transcribed on ${here()}, by a speech service found there (${service}).`;
}
