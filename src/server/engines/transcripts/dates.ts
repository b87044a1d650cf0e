const DATE = String.raw`(?:\d{4}-\d{2}-\d{2}[T ]|\d{1,4}[-/.](?:\d{1,2}|[A-Za-z]{3})[-/.]\d{2,4},?\s+)`;
const DATE_TIME = new RegExp(
  String.raw`^${DATE}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:([ap])\.?m\.?|Z|[+-]\d{2}:?\d{2})?$`,
  'i',
);

/** The time of day of "2024-10-10T19:02:11.5Z" or "10/10/2024 7:02 PM": which number is the month is open, and of no use. */
export function timeOfDate(text: string): number | null {
  const [date, hours, minutes, seconds = '0', fraction = '0', half] = DATE_TIME.exec(text.trim()) ?? [];
  if (date === undefined) return null;
  const ofDay =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const whole = ofDay * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}
