import { stableJson } from '../stable-json.ts';
import { duration, words } from '../words.ts';

/** Characters of a value in one line. */
const longest = 140;

/** A line of a context: how deep it stands, its name, its value if it has one of its own. */
export interface ValueLine {
  depth: number;
  name: string;
  value?: string;
  /** Ids, what is empty inside of something, and what the flow hides: nothing to read at once. */
  isInner?: boolean;
}

/** A person's words for names of a chart; '' hides one. */
export type Names = Readonly<Record<string, string>>;

const unit = /,? in (bytes|seconds)$/;

/** What something of a chart is called; the unit at the end of a name is told by its value. */
export function called(name: string, names: Names = {}): string {
  return names[name]?.replace(unit, '') || words(name);
}

const id = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Names of moments, where they are counted in milliseconds since 1970. */
const momentName = /(?:^|\s)(?:now|start|end|since|until|time|at)$|[a-z](?:At|Since|Until|Time)$/;
const aYear = 31_536_000_000;

const momentWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function timeWords(time: Date): string {
  return `${momentWords.format(time)} UTC`;
}

function bytesWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Math.round(value * 10) / 10} ${units[unit]}`;
}

/** A number as its name tells to read it: a moment, a length of time, a size, or just a number. */
function numberWords(value: number, name: string): string {
  if (momentName.test(name) && value > aYear) {
    return timeWords(new Date(value));
  }
  if (/seconds$/i.test(name) && !/milliseconds$/i.test(name)) {
    return duration(value * 1000);
  }
  if (/milliseconds$|Ms$/.test(name)) {
    return duration(value);
  }
  return /bytes$/i.test(name) ? bytesWords(value) : value.toLocaleString('en');
}

/** The name that tells the unit of a number: that of a person, where it says one, or else the chart's. */
function unitName(key: string, names: Names = {}): string {
  return unit.test(names[key] ?? '') ? names[key]! : key;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && id.test(value);
}

/** `nothing`, `yes`, `3`, `“text”`, or undefined for what has parts. */
function plainWords(value: unknown, name = ''): string | undefined {
  if (value === null || value === undefined) {
    return 'nothing';
  }
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'string':
      return value === ''
        ? 'empty text'
        : isId(value)
          ? 'an id'
          : isoTime.test(value)
            ? timeWords(new Date(value))
            : `“${value}”`;
    case 'number':
      return numberWords(value, name);
    case 'object':
      return (Array.isArray(value) ? value : Object.keys(value)).length === 0 ? 'empty' : undefined;
    default:
      return String(value);
  }
}

/** The parts in one line; ids, empty and hidden parts, which tell a reader nothing, stay out. */
function partsWords(value: object, names?: Names): string {
  return Object.entries(value)
    .filter(([key, part]) => !isId(part) && part !== null && part !== undefined && names?.[key] !== '')
    .map(([key, part]) => {
      const name = called(key, names);
      const text = plainWords(part, unitName(key, names)) ?? `(${partsWords(part as object, names)})`;
      return Array.isArray(value) ? text : `${name} ${text}`;
    })
    .join(', ');
}

/**
 * A value in one line, shortened where it is very long; empty where it is made of nothing but ids.
 * @param names a person's words for the names of its parts
 * @param name what the value is called, which tells moments, lengths of time and sizes from mere numbers
 */
export function valueWords(value: unknown, name = '', names?: Names): string {
  const text = plainWords(value, name) ?? partsWords(value as object, names);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Data as indented lines that a person reads. */
export function valueLines(value: unknown, names?: Names, depth = 0, isHidden = false): ValueLine[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, part]) => {
    const name = Array.isArray(value) ? `${Number(key) + 1}.` : called(key, names);
    const text = plainWords(part, unitName(key, names));
    const isInner = isHidden || names?.[key] === '' || isId(part) || (depth > 0 && text === 'nothing');
    const line: ValueLine = { depth, name, ...(isInner ? { isInner } : {}) };
    return text === undefined
      ? [line, ...valueLines(part, names, depth + 1, isInner)]
      : [{ ...line, value: text }];
  });
}

/** Names of the top-level parts that differ. */
export function changedParts(before: unknown, after: unknown, names?: Names): Set<string> {
  const old = (before ?? {}) as Record<string, unknown>;
  return new Set(
    Object.entries((after ?? {}) as Record<string, unknown>)
      .filter(([key, value]) => stableJson(old[key]) !== stableJson(value))
      .map(([key]) => called(key, names)),
  );
}
