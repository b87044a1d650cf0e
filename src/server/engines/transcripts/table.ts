import { clockToMs } from './clock.ts';
import type { Draft, DraftLine } from './draft-lines.ts';
import { nameByPrefix } from './speaker-names.ts';

const LOOKED_AT = 60;
const delimiters = ['\t', ';', '|', ','];

const headings = {
  start: /^(?:(?:time ?)?start|begin|from|in|time ?in|timecode(?: in)?|time ?stamp|time|offset|position)/,
  end: /^(?:(?:time ?)?end|stop|to$|out|time ?out|until|finish|timecode out)/,
  duration: /^(?:duration|length)/,
  speaker: /^(?:speaker|name|who|author|character|person|participant|role|user|voice|actor)/,
  text: /^(?:text|words?|transcript|transcription|content|caption|subtitle|dialog|line|message|utterance|sentence|comment|notes?|description)/,
};
type Column = keyof typeof headings;

/** Rows of times, names and words: whisper's table, Audacity's labels, spreadsheets. Null if it is no table. */
export function readTable(text: string): Draft | null {
  const head = text.slice(0, 200_000);
  for (const delimiter of delimiters) {
    const rows = rowsOf(head, delimiter, LOOKED_AT);
    if (rows.length < 2) continue;
    const width = rows[0]?.length ?? 0;
    const even = rows.filter(
      ({ length }) => length === width || (length > width && delimiter === '\t'),
    ).length;
    if (width < 2 || even < rows.length * 0.9) continue;
    const columns = columnsOf(rows, delimiter);
    if (columns) return tableOf(rowsOf(text, delimiter), columns, delimiter);
  }
  return null;
}

interface Columns {
  start: number | null;
  end: number | null;
  duration: number | null;
  speaker: number | null;
  text: number;
  hasHeading: boolean;
  isMs: boolean;
}

function columnsOf(rows: string[][], delimiter: string): Columns | null {
  const [first = []] = rows;
  const names = first.map((cell) => cell.toLowerCase().replace(/[_-]+/g, ' ').trim());
  const known = new Map<Column, number>();
  const kinds: Column[] = ['text', 'end', 'duration', 'speaker', 'start'];
  for (const kind of kinds) {
    const at = names.findIndex(
      (name, index) => headings[kind].test(name) && ![...known.values()].includes(index),
    );
    if (at >= 0) known.set(kind, at);
  }
  const hasHeading =
    known.has('text') &&
    (known.has('start') || known.has('speaker')) &&
    names.every((name) => name.length < 40 && timeOf(name) === null);
  const isUnknownHeading =
    !hasHeading &&
    first.every((cell) => timeOf(cell) === null) &&
    (rows[1] ?? []).some((cell) => timeOf(cell) !== null);
  const body = hasHeading || isUnknownHeading ? rows.slice(1) : rows;
  const columns = first.map((_, index) => body.map((row) => row[index] ?? ''));
  if (hasHeading) {
    const startName = names[known.get('start') ?? -1] ?? '';
    const plain = first.join(' ') === 'start end text' && columns[0]?.every((cell) => /^\d*$/.test(cell));
    return {
      start: known.get('start') ?? null,
      end: known.get('end') ?? null,
      duration: known.get('duration') ?? null,
      speaker: known.get('speaker') ?? otherSpeaker(columns, [...known.values()]),
      text: known.get('text') ?? first.length - 1,
      hasHeading,
      isMs: plain === true || /\bms\b|milli/.test(startName),
    };
  }
  const isTime = columns.map(
    (cells) => cells.filter((cell) => timeOf(cell) !== null).length >= cells.length * 0.9,
  );
  const start = isTime.indexOf(true);
  const end = isTime[start + 1] === true ? start + 1 : -1;
  const rest = columns.map((_, index) => index).filter((index) => isTime[index] !== true);
  const long = (index: number) => (columns[index] ?? []).join('').length;
  const text = rest.reduce((one, other) => (long(other) > long(one) ? other : one), rest[0] ?? -1);
  if (text < 0) return null;
  const speaker = rest.find((index) => index !== text && recur(columns[index] ?? [])) ?? -1;
  if (start < 0 && (delimiter !== '\t' || speaker < 0)) return null;
  if (start >= 0 && !doesRise(columns[start] ?? [])) return null;
  return {
    start: start < 0 ? null : start,
    end: end < 0 ? null : end,
    duration: null,
    speaker: speaker < 0 ? null : speaker,
    text,
    hasHeading: isUnknownHeading,
    isMs: false,
  };
}

function otherSpeaker(columns: string[][], taken: number[]): number | null {
  const at = columns.findIndex((cells, index) => !taken.includes(index) && recur(cells));
  return at < 0 ? null : at;
}

const recur = (cells: string[]) => {
  const filled = cells.filter((cell) => cell !== '');
  const distinct = new Set(filled);
  return (
    filled.length >= 2 &&
    distinct.size * 2 <= filled.length + 1 &&
    [...distinct].every((cell) => cell.length <= 80 && /\p{L}/u.test(cell))
  );
};

function doesRise(cells: string[]): boolean {
  const times = cells.flatMap((cell) => timeOf(cell)?.value ?? []);
  const rises = times.filter((time, index) => index === 0 || time >= (times[index - 1] ?? 0)).length;
  return rises >= times.length * 0.8;
}

function timeOf(cell: string): { value: number; isClock: boolean } | null {
  const bare = cell.trim().replace(/^[[(]|[\])]$/g, '');
  if (/^\d+(?:[.,]\d+)?\s?s?$/.test(bare))
    return { value: Number(bare.replace(/\s?s$/, '').replace(',', '.')), isClock: false };
  const ms = bare.includes(':') ? clockToMs(bare) : null;
  return ms === null ? null : { value: ms, isClock: true };
}

function tableOf(rows: string[][], columns: Columns, delimiter: string): Draft {
  const body = columns.hasHeading ? rows.slice(1) : rows;
  const cell = (row: string[], at: number | null) => (at === null ? null : (row[at] ?? '').trim());
  const time = (row: string[], at: number | null) => {
    const value = cell(row, at);
    return value === null ? null : timeOf(value);
  };
  const clocks = body.filter((row) => time(row, columns.start)?.isClock).length;
  const isClock = clocks * 2 > body.length;
  const valueIn = (found: ReturnType<typeof timeOf>) =>
    found && found.isClock === isClock ? found.value : null;
  const lines = body.map((row): DraftLine => {
    const start = valueIn(time(row, columns.start));
    const lasts = columns.end === null ? valueIn(time(row, columns.duration)) : null;
    const isLast = columns.text === (rows[0]?.length ?? 0) - 1;
    return {
      speaker: cell(row, columns.speaker) || null,
      text:
        isLast && !columns.hasHeading && delimiter === '\t'
          ? row.slice(columns.text).join(' ')
          : (cell(row, columns.text) ?? ''),
      start,
      end: start !== null && lasts !== null ? start + lasts : valueIn(time(row, columns.end)),
    };
  });
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    lines: nameByPrefix(lines),
    unit: isClock || columns.start === null ? 'clock' : columns.isMs ? 'milliseconds' : 'numbers',
  };
}

/** Cells may be quoted, with line breaks and doubled quotes in them. */
function rowsOf(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    let cell: string;
    if (text[at] === '"' && delimiter !== '\t') {
      const parts: string[] = [];
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        const to = quote < 0 ? text.length : quote;
        parts.push(text.slice(from, to));
        at = to + 1;
        if (text[at] !== '"') break;
        from = at + 1;
      }
      cell = parts.join('"');
    } else {
      let to = at;
      while (to < text.length && text[to] !== delimiter && text[to] !== '\n') to += 1;
      cell = text.slice(at, to);
      at = to;
    }
    row.push(cell);
    const isEnd = text[at] !== delimiter;
    if (isEnd) {
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? text.length : lineEnd;
      if (row.some((each) => each.trim() !== '')) rows.push(row);
      row = [];
    }
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
