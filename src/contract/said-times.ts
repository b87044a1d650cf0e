import type { Line } from './analysis-result.ts';
import { clock } from './dates.ts';
import { labelEnd, type Row, rowsOf } from './markdown/rows.ts';
import { suspicious } from './note-blocks.ts';
import type { FileSection } from './notes-file.ts';
import type { TranscriptDocument } from './transcript.ts';
import { type Audience, readersOfLines, type SharedSection, visibleSections } from './visibility.ts';

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
 * A row in parts: the entries that may be cited, and what is around them. `sign`: how their cited text begins. An item that
 * is cited as a whole is one entry, also if it begins with a label.
 */
function partsOf({ kind, signs, marker, text }: Row, isWhole: (text: string) => boolean) {
  const label = kind === 'item' && !isWhole(text) ? text.slice(0, labelEnd(text)) : '';
  const isCited = kind === 'heading' || kind === 'item';
  return {
    head: signs + marker + (isCited ? label : text),
    sign: kind === 'heading' ? signs : '',
    entries: !isCited ? [] : label === '' ? [text] : text.slice(label.length).split('; '),
  };
}

/**
 * List items and headings that are still what was cited, with their time; and each entry of a list after a label. Equal
 * ones have theirs in order, but none if not all have the same readers, or one has left: nobody knows then whose time it is.
 * Call it with all of a body, before what is hidden leaves it.
 */
export function withTimes(
  body: string,
  times: readonly Time[] | undefined,
  written: (time: Time) => string = italicTime,
): string {
  if (times === undefined || times.length === 0) return body;
  const cited = new Map<string, { times: Time[]; rows: number[] }>();
  for (const time of times) {
    const known = cited.get(time.text);
    if (known === undefined) cited.set(time.text, { times: [time], rows: [] });
    else known.times.push(time);
  }
  const rows = rowsOf(body).map((row) => partsOf(row, (text) => cited.has(text)));
  for (const [at, { sign, entries }] of rows.entries())
    for (const entry of entries) cited.get(sign + entry)?.rows.push(at);
  const isMarked = suspicious.test(body);
  const readers =
    isMarked && [...cited.values()].some((each) => each.rows.length > 1) ? readersOfLines(body) : [];
  for (const [text, each] of cited)
    if (
      each.rows.length < each.times.length ||
      new Set(each.rows.map((row) => String(readers[row]))).size > 1
    )
      cited.delete(text);
  const timed = (text: string, sign: string): string => {
    const time = cited.get(sign + text)?.times.shift();
    return time === undefined ? text : `${text} ${written(time)}`;
  };
  return rows
    .map(({ head, sign, entries }) => head + entries.map((entry) => timed(entry, sign)).join('; '))
    .join('\n');
}

const signed = / \uE000(\d+)\uE001/g;

/**
 * What an audience reads of a section, without times and `timed`, and the times of what is left. It is cut once, with a sign
 * where each time stands: what is hidden has no time, nor gives it to the same words elsewhere.
 */
export function seenWithTimes(
  section: SharedSection,
  times: readonly Time[] | undefined,
  audience: Audience,
): (SharedSection & { timed: string; times: Time[] })[] {
  const placed: Time[] = [];
  const body = withTimes(section.body, times, (time) => `\uE000${placed.push(time) - 1}\uE001`);
  return visibleSections([{ ...section, body }], audience).map((seen) => {
    const left: Time[] = [];
    const timed = seen.body.replace(signed, (sign, at: string) => {
      const time = placed[Number(at)];
      if (time === undefined) return sign;
      left.push(time);
      return ` ${italicTime(time)}`;
    });
    return { ...seen, body: left.length === 0 ? timed : seen.body.replace(signed, ''), timed, times: left };
  });
}

/** For an import: times belong to a recording that stays here. */
export const withoutTimes = (body: string): string =>
  rowsOf(body)
    .map(({ kind, signs, marker, text }) => {
      const words = kind === 'item' ? text.replace(writtenInVault, '').replace(written, '') : text;
      return signs + marker + words;
    })
    .join('\n');
