/** A thousand hours; later times are beyond all measure. */
export const LATEST_MS = 3_600_000_000;

/** "1:02:03.450", "0:0:7,1", "75:10.000" or "7:02:11 PM"; with `frames` also "01:00:00:12". */
export const CLOCK = String.raw`\d{1,4}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?(?:\s?[AaPp]\.?[Mm]\b\.?)?`;
/** Frames after the seconds, with ":" or, for drop frames, ";". */
export const FRAMES = String.raw`\d{1,2}:\d{2}:\d{2}[:;]\d{2}`;

/** Before a clock: "2024-10-10T", "10/10/24, ", "Oct 10, 2024 ", "Today at ". */
export const DATE_BEFORE = String.raw`(?:(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?\s)?(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.](?:\d{1,2}|[A-Za-z]{3})[-/.]\d{2,4}|\d{1,2}[-/.]\d{1,2}(?=,?\s\d{1,2}:)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?\s\d{1,2}(?:,?\s\d{4})?|[Tt]oday|[Yy]esterday)(?:,|,?\sat|T)?\s?)`;

const CLOCK_PARTS = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2}))?(?:[.,](\d{1,9}))?(?:\s?([ap])\.?m\.?)?$/i;

/** Milliseconds; null if it is no time. */
export function clockToMs(text: string, framesPerSecond = 30): number | null {
  const clock = text.trim();
  const frames = /^(\d{1,2}):(\d{2}):(\d{2})[:;](\d{2})$/.exec(clock);
  if (frames) {
    const [, hours, minutes, seconds, frame] = frames;
    return Math.round(
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(frame) / framesPerSecond) *
        1000,
    );
  }
  const match = CLOCK_PARTS.exec(clock);
  if (!match) return null;
  const [, first, second, third, fraction = '0', half] = match;
  const isTimeOfDay = half !== undefined;
  const [hours, minutes, seconds] =
    third === undefined && !isTimeOfDay ? [0, first, second] : [first, second, third ?? 0];
  const day = isTimeOfDay ? (Number(hours) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  const whole = day * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return ms <= LATEST_MS ? ms : null;
}

/** Frames a second, by the highest frame that a file has. */
export function framesPerSecondOf(text: string): number {
  let highest = 0;
  for (const [, frame] of text.matchAll(/\d{2}:\d{2}:\d{2}[:;](\d{2})/g))
    highest = Math.max(highest, Number(frame));
  return [24, 25, 30, 50].find((rate) => highest < rate) ?? 60;
}
