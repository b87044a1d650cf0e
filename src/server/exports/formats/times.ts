import type { FileSection } from '#contract/notes-file.ts';
import { timeOf } from '#server/engines/notes/markdown.ts';

type Time = NonNullable<FileSection['times']>[number];

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:<!--[^>]*-->\s*)?/;
const labelled = /^\*\*[^*]+\*\*: /;
/** As written below, and as in a vault. */
const written = / \*\((?:about )?(?:\d+:)?\d{1,2}:\d{2}\)\*/g;
const writtenInVault =
  / \[(?:about )?(?:\d+:)?\d{1,2}:\d{2}\]\([^)\s]*[?&]line=[^)\s]*\)(?: \^line-[\w-]+)?/g;

export const shownTime = ({ startMs, isAbout }: Time): string =>
  timeOf(startMs, isAbout === true ? 'estimated' : 'measured');

export const italicTime = (time: Time): string => `*(${shownTime(time)})*`;

/** List items that are still what was cited, with their time; and each entry of a list after a label. */
export function withTimes(
  body: string,
  times: readonly Time[] | undefined,
  written: (time: Time) => string = italicTime,
): string {
  if (times === undefined || times.length === 0) return body;
  const waiting = new Map<string, Time[]>();
  for (const time of times) waiting.set(time.text, [...(waiting.get(time.text) ?? []), time]);
  const timed = (text: string): string => {
    const time = waiting.get(text)?.shift();
    return time === undefined ? text : `${text} ${written(time)}`;
  };
  return body
    .split('\n')
    .map((row) => {
      const [mark] = listItem.exec(row) ?? [];
      if (mark === undefined) return row;
      const text = row.slice(mark.length);
      const [label] = labelled.exec(text) ?? [];
      if (label === undefined) return `${mark}${timed(text)}`;
      return `${mark}${label}${text.slice(label.length).split('; ').map(timed).join('; ')}`;
    })
    .join('\n');
}

/** For an import: times belong to a recording that stays here. */
export const withoutTimes = (body: string): string =>
  body
    .split('\n')
    .map((row) => (listItem.test(row) ? row.replace(writtenInVault, '').replace(written, '') : row))
    .join('\n');
