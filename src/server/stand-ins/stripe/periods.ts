export type Seconds = number;

export const daySeconds = 86_400;

/** UTC; the last day of a shorter month. */
export function addMonths(anchor: Seconds, months: number): Seconds {
  const date = new Date(anchor * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / 1000;
  return midnight + (anchor % daySeconds);
}

/** Counts months from the anchor, so the 31st returns after a shorter month. */
export function periodEndAfter(anchor: Seconds, start: Seconds): Seconds {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)];
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  while (addMonths(anchor, months) <= start) months += 1;
  return addMonths(anchor, months);
}

/** By the second, in cents. */
export function prorate(change: {
  oldCents: number;
  newCents: number;
  start: Seconds;
  end: Seconds;
  at: Seconds;
}): { unused: number; remaining: number; due: number } {
  const { oldCents, newCents, start, end } = change;
  const at = Math.min(Math.max(change.at, start), end);
  const share = (cents: number) => Math.round((cents * (end - at)) / (end - start));
  const [unused, remaining] = [share(oldCents), share(newCents)];
  return { unused, remaining, due: remaining - unused };
}

/** After the last retry the subscription ends. */
export const retryDays = [3, 7, 14] as const;
