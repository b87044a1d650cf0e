import type { Line } from './analysis-result.ts';
import { clock } from './dates.ts';
import { rowsOf } from './markdown/rows.ts';
import type { FileSection } from './notes-file.ts';
import type { TranscriptDocument } from './transcript.ts';

type Timing = TranscriptDocument['timing'];
export type Time = NonNullable<FileSection['times']>[number];

export const clockTime = (milliseconds: number): string => clock(milliseconds / 1000);

/** “1:12:04”, or “about 1:12:00” in a transcript without times. */
export const timeOf = (milliseconds: number, timing: Timing): string =>
  timing === 'measured'
    ? clockTime(milliseconds)
    : `about ${clockTime(Math.round(milliseconds / 60_000) * 60_000)}`;

/** When lines were said, and where; none without a transcript. */
export const timesOf = (lines: readonly Line[], timing: Timing | null): Time[] =>
  timing === null
    ? []
    : lines.map(({ text, evidence }) => ({
        text,
        startMs: evidence.startMs,
        line: evidence.segmentIds[0] ?? '',
        ...(timing === 'estimated' ? { isAbout: true } : {}),
      }));

const labelled = /^\*\*[^*]+\*\*: /;
/** As written below, and as in a vault. */
const written = / \*\((?:about )?(?:\d+:)?\d{1,2}:\d{2}\)\*/g;
const writtenInVault =
  / \[(?:about )?(?:\d+:)?\d{1,2}:\d{2}\]\([^)\s]*[?&]line=[^)\s]*\)(?: \^line-[\w-]+)?/g;

export const shownTime = ({ startMs, isAbout }: Time): string =>
  timeOf(startMs, isAbout === true ? 'estimated' : 'measured');

export const italicTime = (time: Time): string => `*(${shownTime(time)})*`;

/** A line of the transcript, which plays where the recording is there. `address`: of its session in the app. */
export const lineAddress = (address: string, line: string): string =>
  `${address}&line=${encodeURIComponent(line)}#transcript`;

/**
 * List items and headings that are still what was cited, with their time; and each entry of a list after a label. Of equal
 * ones, the first has the first time: call it with all of a body, before what is hidden leaves it.
 */
export function withTimes(
  body: string,
  times: readonly Time[] | undefined,
  written: (time: Time) => string = italicTime,
): string {
  if (times === undefined || times.length === 0) return body;
  const waiting = new Map<string, Time[]>();
  for (const time of times) waiting.set(time.text, [...(waiting.get(time.text) ?? []), time]);
  const timed = (text: string, signs = ''): string => {
    const time = waiting.get(signs + text)?.shift();
    return time === undefined ? text : `${text} ${written(time)}`;
  };
  return rowsOf(body)
    .map(({ kind, signs, marker, text }) => {
      const mark = signs + marker;
      if (kind !== 'item') return mark + (kind === 'heading' ? timed(text, signs) : text);
      const [label] = labelled.exec(text) ?? [];
      if (label === undefined) return `${mark}${timed(text)}`;
      return `${mark}${label}${text
        .slice(label.length)
        .split('; ')
        .map((each) => timed(each))
        .join('; ')}`;
    })
    .join('\n');
}

/** For an import: times belong to a recording that stays here. */
export const withoutTimes = (body: string): string =>
  rowsOf(body)
    .map(({ kind, signs, marker, text }) => {
      const words = kind === 'item' ? text.replace(writtenInVault, '').replace(written, '') : text;
      return signs + marker + words;
    })
    .join('\n');
