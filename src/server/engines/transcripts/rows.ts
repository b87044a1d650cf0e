import { normalized } from '#contract/normalized.ts';
import { singleSpaced } from './single-spaced.ts';

const BLOCK_QUOTE_SHARE = 0.8;
const SECONDS_SHARE = 0.8;
const LONGEST_HEAD = 200;
/** Digits of Arabic, Persian and wide type, as clocks have them. */
const OTHER_DIGIT = '[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]';
const OTHER_CLOCK = new RegExp(`${OTHER_DIGIT}{1,2}(?:[:\uff1a]${OTHER_DIGIT}{2}){1,2}`, 'gu');
const LETTER_CLOCK =
  /^([[(]?)(?:(\d{1,2})\s?h\s?)?(\d{1,3})\s?m(?:in)?\s?(\d{1,2})\s?s(?:ec)?(?![\p{L}\p{N}])/u;
/** Markdown's "[00:03](https://example.org/?t=3)". */
const LINKED_CLOCK = /\[{1,2}(\d{1,3}(?::\d{2}){1,2})\]\([^()\s]{0,300}\)\]?/g;
const TWO_CLOCKS = /^(\d+(?::\d{2}){1,3}(?:[.,;]\d+)?)[\s,;]+(\d+(?::\d{2}){1,3}(?:[.,;]\d+)?)$/;
const SECONDS =
  /^(\d{1,6}(?:\.\d{1,6})?)(?:\s?[-–—]\s?|\s(?=\d{1,6}\.\d))(\d{1,6}(?:\.\d{1,6})?)[\s:]\s?(?=\S)/;
/** MicroDVD's "{75}{275}words", nearly always at 25 frames a second. */
const FRAMES = /^\{(\d{1,8})\}\{(\d{1,8})\}/;
const FRAMES_PER_SECOND = 25;
/** MPL2's tenths of a second. */
const TENTHS = /^\[(\d{1,8})\]\[(\d{1,8})\]\s?/;
const CALLOUT = /^>\s*\[!\w{1,20}\][+-]?\s*/;
/** "NAME 00:03 - 00:07 words", "[NAME | 00:03] words". */
const CLOCK_AFTER_NAME =
  /^[[(]?(\p{Lu}[^\d:()|[\]]{0,60}?)\s{0,9}[|,–-]?\s{1,9}(\d{1,3}(?::\d{2}){1,2})(?:\s?[-–—]\s?(\d{1,3}(?::\d{2}){1,2}))?[\])]?:?\s+(?![AaPp]\.?[Mm]\b)(\S.*)$/su;
/** Discord's "<t:1728580931:T>". */
const DISCORD_TIME = /<t:(\d{9,11})(?::[a-zA-Z])?>/g;
/** Microsoft Stream, copied from its page: "1 minute 5 seconds1:05" below a name, and "NAME 1 minute 5 seconds" below it. */
const CLOCK_TWICE = /^(?:\d{1,3} \p{L}+ ?){1,3}(?<=\p{L})(\d{1,3}(?::\d{2}){1,2})$/u;
const CLOCK_ALONE = /^[[(]?(\d{1,3}(?::\d{2}){1,2})[\])]?$/;
const CLOCK_IN_WORDS = /^\d{1,3} \p{L}+(?:[, ]+\d{1,3} \p{L}+){0,2}$/u;

/** The lines of a text, with clocks as most programs write them, and without the marks of a quotation. */
export function plainRows(text: string): string[] {
  const rows = text.split('\n').map((row) => row.trim());
  const filled = rows.filter((row) => row !== '');
  const share = (test: (row: string) => boolean) => filled.filter(test).length / Math.max(1, filled.length);
  const isQuoted =
    share((row) => /^>(?!>)/.test(row)) >= BLOCK_QUOTE_SHARE && !/^>\s*\p{Lu}[^\n]{0,40}:/u.test(text);
  const isInSeconds =
    filled.some((row) => /^\d+\.\d/.test(row)) && share((row) => SECONDS.test(row)) >= SECONDS_SHARE;
  const isInFrames = share((row) => FRAMES.test(row)) >= SECONDS_SHARE;
  const isInTenths = share((row) => TENTHS.test(row)) >= SECONDS_SHARE;
  const isNameFirst = share((row) => CLOCK_AFTER_NAME.test(row.slice(0, LONGEST_HEAD))) >= SECONDS_SHARE;
  return withoutClocksInWords(
    rows.map((row) => {
      const bare = isQuoted ? row.replace(CALLOUT, '').replace(/^>\s?/, '') : row;
      if (isInFrames) return bare.replace(FRAMES, inSeconds(FRAMES_PER_SECOND)).replaceAll('|', ' ');
      if (isInTenths) return bare.replace(TENTHS, inSeconds(10)).replaceAll('|', ' ');
      if (isNameFirst)
        return singleSpaced(bare).replace(
          CLOCK_AFTER_NAME,
          (_, name: string, from: string, to: string | undefined, words: string) =>
            `[${from}${to === undefined ? '' : ` -> ${to}`}] ${name}: ${words}`,
        );
      return isInSeconds ? bare.replace(SECONDS, '[$1s -> $2s] ') : withPlainClock(bare);
    }),
  );
}

function withPlainClock(row: string): string {
  if (!/\p{Nd}/u.test(row)) return row;
  return row
    .replace(DISCORD_TIME, (_, seconds: string) => ofDay(Number(seconds)))
    .replace(LINKED_CLOCK, '[$1]')
    .replace(OTHER_CLOCK, asciiDigits)
    .replace(/#(\d{1,2}:\d{2}:\d{2})-(\d)#/g, '[$1.$2]')
    .replace(/`(\d{1,3}(?::\d{2}){1,2})`/g, '[$1]')
    .replace(/^@(?=\d{1,3}:\d{2})/, '')
    .replace(TWO_CLOCKS, '$1 - $2')
    .replace(
      LETTER_CLOCK,
      (_, opening: string, hours: string | undefined, minutes: string, seconds: string) =>
        `${opening}${hours ?? '0'}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`,
    );
}

const ofDay = (seconds: number) =>
  [3600, 60, 1]
    .map((unit) => String(Math.floor((seconds % 86_400) / unit) % (unit === 3600 ? 24 : 60)).padStart(2, '0'))
    .join(':');

const inSeconds = (rate: number) => (_: string, from: string, to: string) =>
  `[${Number(from) / rate}s -> ${Number(to) / rate}s] `;

const asciiDigits = (clock: string) =>
  clock
    .replace(/\p{Nd}/gu, (digit) => normalized(digit, 'NFKC').replace(/[^\d]/, plainDigit))
    .replace(/\uff1a/g, ':');

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  return String(code >= 0x6f0 ? code - 0x6f0 : code - 0x660);
}

/** YouTube puts "1 minute, 5 seconds" below "1:05" for screen readers. */
function withoutClocksInWords(rows: string[]): string[] {
  return rows.flatMap((row, index) => {
    const twice = CLOCK_TWICE.exec(row)?.[1];
    if (twice !== undefined) return [twice];
    const head = rows[index - 2];
    if (head && CLOCK_TWICE.test(rows[index - 1] ?? '') && row.startsWith(`${head} `)) return [];
    return isClockInWords(row, rows[index - 1] ?? '') ? [] : [row];
  });
}

function isClockInWords(row: string, above: string): boolean {
  const clock = CLOCK_ALONE.exec(above)?.[1];
  if (clock === undefined || !CLOCK_IN_WORDS.test(row)) return false;
  const parts = clock.split(':').map(Number);
  const said = (row.match(/\d+/g) ?? []).map(Number);
  const [seconds = 0, minutes = 0, hours = 0] = parts.toReversed();
  return said.every((number) => [...parts, hours * 3600 + minutes * 60 + seconds].includes(number));
}
