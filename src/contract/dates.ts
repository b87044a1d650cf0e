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
