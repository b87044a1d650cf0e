import { clockToMs } from './clock.ts';
import { timeOfDate } from './dates.ts';
import type { Draft, DraftLine } from './draft-lines.ts';
import { nameByPrefix } from './speaker-names.ts';

const LOOKED_AT = 60;
const MOST_WORDS_OF_NAMES = 4;
const LONGEST_QUOTED_CELL = 4000;
const delimiters = ['\t', ';', '|', ','];

/** Several words of other languages; the rest is found by what is in a column. */
const headings = {
  start:
    /^(?:(?:time ?)?start|begin|from\b|in$|time ?in|timecode(?: in)?|time ?stamp|time|offset|position|date|anfang|beginn|von\b|zeit|début|inicio|inizio|hora|tempo)/,
  end: /^(?:(?:time ?)?end|stop|to$|out$|time ?out|until|finish|timecode out|ende|bis\b|fin\b|fine\b|fim\b)/,
  duration: /^(?:duration|length|dauer|durée|duración|durata)/,
  speaker:
    /^(?:speaker|name|who|author|character|person|participant|role|user|voice|actor|nickname|sprecher|intervenant|locuteur|hablante|orador|parlante|relatore)(?! ?id$)/,
  text: /^(?:text|words?|transcript|transcription|content|caption|subtitle|dialog|line|message|utterance|sentence|comment|notes?|description|texte|texto|testo|inhalt)/,
};
type Column = keyof typeof headings;

/** Rows of times, names and words: whisper's table, Audacity's labels, spreadsheets. Null if it is no table. */
export function readTable(text: string): Draft | null {
  const head = text.slice(0, 200_000);
  for (const delimiter of delimiters) {
    const rows = tableRows(head, delimiter, LOOKED_AT);
    if (rows.length < 2) continue;
    const width = rows[0]?.length ?? 0;
    const even = rows.filter(
      ({ length }) => length === width || (length > width && delimiter === '\t'),
    ).length;
    if (width < 2 || even < rows.length * 0.9) continue;
    const columns = columnsOf(rows, delimiter);
    if (columns) return tableOf(tableRows(text, delimiter), columns, delimiter);
  }
  return null;
}

/** Markdown has a delimiter before the first cell, and a line of dashes. */
function tableRows(text: string, delimiter: string, most?: number): string[][] {
  const rows = rowsOf(text, delimiter, most);
  if (delimiter !== '|' || !rows.every(([first = '']) => first.trim() === '')) return rows;
  return rows
    .map((row) => row.slice(1, row.at(-1)?.trim() === '' ? -1 : undefined).map((cell) => cell.trim()))
    .filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
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
  const isHeading = names.every((name) => name.length < 40) && first.every((cell) => timeOf(cell) === null);
  const below = first.map((_, index) => rows.slice(1).map((row) => row[index] ?? ''));
  const known = new Map<Column, number>();
  const kinds: Column[] = ['text', 'end', 'duration', 'speaker', 'start'];
  for (const kind of kinds) {
    const isTime = kind !== 'text' && kind !== 'speaker';
    const at = names.findIndex(
      (name, index) =>
        headings[kind].test(name) &&
        ![...known.values()].includes(index) &&
        (!isTime || areTimes(below[index] ?? [], 0.5)) &&
        (kind !== 'speaker' || couldBeNames(below[index] ?? [])),
    );
    if (isHeading && at >= 0) known.set(kind, at);
  }
  const isNamed = known.has('text') && (known.has('start') || known.has('speaker'));
  const hasHeading =
    isHeading && (isNamed || (rows[1] ?? []).some((cell) => timeOf(cell) !== null) || known.size > 1);
  const columns = hasHeading ? below : first.map((_, index) => rows.map((row) => row[index] ?? ''));
  const taken = new Set(hasHeading ? known.values() : []);
  const free = columns.map((_, index) => index).filter((index) => !taken.has(index));
  const times = free.filter((index) => areTimes(columns[index] ?? [], 0.9));
  const found = (kind: Column, otherwise: number | undefined) =>
    (hasHeading ? known.get(kind) : undefined) ?? otherwise ?? null;
  const rising = times.filter((index) => doesRise(columns[index] ?? []) && !doesCount(columns[index] ?? []));
  const start = found(
    'start',
    rising.find((index) => columns[index]?.some((cell) => cell.includes(':'))) ?? rising[0],
  );
  const next = start === null ? -1 : start + 1;
  const end = found('end', known.has('duration') || !times.includes(next) ? undefined : next);
  const rest = free.filter((index) => !times.includes(index));
  const long = (index: number) => (columns[index] ?? []).join('').length;
  const text = found(
    'text',
    rest.length === 0 ? undefined : rest.reduce((one, other) => (long(other) > long(one) ? other : one)),
  );
  if (text === null) return null;
  const speaker = found(
    'speaker',
    rest.find((index) => index !== text && recur(columns[index] ?? [], hasHeading ? 2 : 1)),
  );
  if (!isNamed && start === null && (delimiter !== '\t' || speaker === null)) return null;
  if (!isNamed && start !== null && !doesRise(columns[start] ?? [])) return null;
  const startName = names[start ?? -1] ?? '';
  const isPlain = first.join(' ') === 'start end text' && columns[0]?.every((cell) => /^\d*$/.test(cell));
  return {
    start,
    end,
    duration: hasHeading ? (known.get('duration') ?? null) : null,
    speaker,
    text,
    hasHeading,
    isMs: hasHeading && (isPlain === true || /\bms\b|milli/.test(startName)),
  };
}

const areTimes = (cells: string[], share: number) =>
  cells.some((cell) => cell !== '') &&
  cells.filter((cell) => timeOf(cell) !== null).length >= cells.length * share;

/** Editors call the words of a region its name, and number markers. */
const couldBeNames = (cells: string[]) => {
  const distinct = new Set(cells.map((cell) => cell.replace(/\d+$/, '#')));
  const words = cells.reduce((sum, cell) => sum + cell.split(' ').length, 0);
  const areNumbered = distinct.size === 1 && new Set(cells).size === cells.length;
  return cells.length < 3 || (!areNumbered && words <= cells.length * MOST_WORDS_OF_NAMES);
};

const recur = (cells: string[], fewest: number) => {
  const filled = cells.filter((cell) => cell !== '');
  const distinct = new Set(filled);
  return (
    filled.length >= 2 &&
    distinct.size >= fewest &&
    distinct.size * 2 <= filled.length + 1 &&
    [...distinct].every((cell) => cell.length <= 80 && /\p{L}/u.test(cell))
  );
};

/** The numbers of its rows are no times. */
const doesCount = (cells: string[]) =>
  cells.length > 2 &&
  (cells.every((cell, index) => Number(cell) === index) ||
    cells.every((cell, index) => Number(cell) === index + 1));

function doesRise(cells: string[]): boolean {
  const times = cells.flatMap((cell) => timeOf(cell)?.value ?? []);
  const rises = times.filter((time, index) => index === 0 || time >= (times[index - 1] ?? 0)).length;
  return rises >= times.length * 0.8;
}

function timeOf(cell: string): { value: number; isClock: boolean } | null {
  const bare = cell.trim().replace(/^[[(]|[\])]$/g, '');
  if (/^\d+(?:[.,]\d+)?\s?s?$/.test(bare))
    return { value: Number(bare.replace(/\s?s$/, '').replace(',', '.')), isClock: false };
  const ms = bare.includes(':') ? (clockToMs(bare, 25) ?? timeOfDate(bare)) : null;
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
    isTimeOfDay: isClock && body.some((row) => timeOfDate(cell(row, columns.start) ?? '') !== null),
  };
}

/** Between tabs, quotes are words more often than not. */
function isQuotedCell(text: string, at: number): boolean {
  const line = text.slice(at + 1, text.indexOf('\n', at) >>> 0);
  const cell = line.slice(0, line.indexOf('\t') >>> 0);
  return /^(?:[^"]|"")*"$/.test(cell.slice(0, LONGEST_QUOTED_CELL));
}

/** Cells may be quoted, with line breaks and doubled quotes in them. */
function rowsOf(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    let cell: string;
    if (text[at] === '"' && (delimiter !== '\t' || isQuotedCell(text, at))) {
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
