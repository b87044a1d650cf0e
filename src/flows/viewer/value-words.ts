import { recordOf, stableJson } from '../stable-json.ts';
import { duration, words } from '../words.ts';

const longest = 140;

export interface ValueLine {
  depth: number;
  name: string;
  value?: string;
  isInner?: boolean;
}

export type Names = Readonly<Record<string, string>>;

const unit = /,? in (bytes|seconds)$/;

/** A unit at the end of the name is part of the value. */
export function called(name: string, names: Names = {}): string {
  return names[name]?.replace(unit, '') || words(name);
}

const id = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
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

function unitName(key: string, names: Names = {}): string {
  const name = names[key] ?? '';
  return unit.test(name) ? name : key;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && id.test(value);
}

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
            : `“${/^[a-z]+(?:[A-Z][a-z\d]*)+$/.test(value) ? words(value) : value}”`;
    case 'number':
      return numberWords(value, name);
    case 'object':
      return (Array.isArray(value) ? value : Object.keys(value)).length === 0 ? 'empty' : undefined;
    default:
      return String(value);
  }
}

function partsWords(value: object, names?: Names): string {
  return Object.entries(value)
    .filter(([key, part]) => !isId(part) && part !== null && part !== undefined && names?.[key] !== '')
    .map(([key, part]) => {
      const name = called(key, names);
      const text = plainWords(part, unitName(key, names)) ?? `(${partsWords(Object(part), names)})`;
      return Array.isArray(value) ? text : `${name} ${text}`;
    })
    .join(', ');
}

/** Empty if it only has ids. @param name distinguishes moments, durations and sizes from numbers */
export function valueWords(value: unknown, name = '', names?: Names): string {
  const text = plainWords(value, name) ?? partsWords(Object(value), names);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

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

export function changedParts(before: unknown, after: unknown, names?: Names): Set<string> {
  const old = recordOf(before);
  return new Set(
    Object.entries(recordOf(after))
      .filter(([key, value]) => stableJson(old[key]) !== stableJson(value))
      .map(([key]) => called(key, names)),
  );
}
