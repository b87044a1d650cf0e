const locale = 'en-GB';
const dayFields = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * @param time in milliseconds since 1970
 * @param timeZone default: the reader's own
 */
export function dayOf(time: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...dayFields, timeZone }).format(time);
}

/** Parameters as above. */
export function momentOf(time: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...dayFields,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(time);
}

const two = (value: number) => String(value).padStart(2, '0');

/** With hours always, where minutes could be taken for them: `0:12:05`. Rounded down. */
export function clockWithHours(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** A length or a place in a recording: `3:27:00`, `12:05`. Rounded down. */
export const clock = (seconds: number): string => clockWithHours(seconds).replace(/^0:0?/, '');
