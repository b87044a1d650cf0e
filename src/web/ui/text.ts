import { dayOf, momentOf } from '#contract/dates.ts';

export { byteSize } from '#contract/byte-size.ts';
export { clock } from '#contract/dates.ts';
export { countOf } from './count-of.ts';

/** `about 2 h 10 min`, `less than a minute`. */
export function roughly(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `about ${minutes / 60} h` : `about ${Math.floor(minutes / 60)} h ${rest} min`;
}

export const wholeNumber = (value: number) => value.toLocaleString('en');

export const credits = (count: number) => `${wholeNumber(count)} ${count === 1 ? 'credit' : 'credits'}`;

/** R9.10: `2–3.3 hours`, rounded down, so that it never promises more than the balance covers. */
export function hoursRange({ from, to }: { from: number; to: number }): string {
  if (to > 0 && to < 0.1) return 'less than 0.1 hours';
  const [least, most] = [wholeTenths(from), wholeTenths(to)];
  return least === most ? countedHours(most) : `${least}–${most} hours`;
}

const wholeTenths = (hours: number) => (Math.floor(hours * 10) / 10).toLocaleString('en');
const countedHours = (figure: string) => `${figure} ${figure === '1' ? 'hour' : 'hours'}`;

/** `2.5 hours`, rounded down. */
export const hoursOfAudio = (hours: number) => countedHours(wholeTenths(hours));

export const day = (iso: string): string => dayOf(Date.parse(iso));

/** R9.6. */
export const expiryWords = ({ amount, date }: { amount: number; date: string }) =>
  `${credits(amount)} ${amount === 1 ? 'expires' : 'expire'} on ${day(date)}.`;

export const dayAndTime = (iso: string): string => momentOf(Date.parse(iso));

export const blankTitle = 'Enter a title.';

/** `$9`, `$1.20`; with `always` also `$2.00`. */
export function dollars(cents: number, fraction: 'always' | 'whenNeeded' = 'whenNeeded'): string {
  const digits = fraction === 'always' || cents % 100 !== 0 ? 2 : 0;
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `cents` is the currency's smallest unit. */
export function money(cents: number, currency: string): string {
  if (currency.toLowerCase() === 'usd') return dollars(cents);
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: currency.toUpperCase() });
}
