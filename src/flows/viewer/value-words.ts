import { stableJson } from '../stable-json.ts';
import { words } from '../words.ts';

/** A line of a context: how deep it stands, its name, its value if it has one of its own. */
export interface ValueLine {
  depth: number;
  name: string;
  value?: string;
}

/** `nothing`, `yes`, `3`, `“text”`, or undefined for what has parts. */
function plainWords(value: unknown): string | undefined {
  if (value === null || value === undefined) {
    return 'nothing';
  }
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'string':
      return value === '' ? 'empty text' : `“${value}”`;
    case 'number':
      return String(value);
    case 'object':
      return (Array.isArray(value) ? value : Object.keys(value)).length === 0 ? 'empty' : undefined;
    default:
      return String(value);
  }
}

function partsWords(value: object): string {
  return Object.entries(value)
    .map(([key, part]) => {
      const text = plainWords(part) ?? `(${partsWords(part as object)})`;
      return Array.isArray(value) ? text : `${words(key)} ${text}`;
    })
    .join(', ');
}

/** A value in one line, shortened to about 80 characters. */
export function valueWords(value: unknown): string {
  const text = plainWords(value) ?? partsWords(value as object);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Data as indented lines that a person reads. */
export function valueLines(value: unknown, depth = 0): ValueLine[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, part]) => {
    const name = Array.isArray(value) ? `${Number(key) + 1}.` : words(key);
    const text = plainWords(part);
    return text === undefined
      ? [{ depth, name }, ...valueLines(part, depth + 1)]
      : [{ depth, name, value: text }];
  });
}

/** Names of the top-level parts that differ. */
export function changedParts(before: unknown, after: unknown): Set<string> {
  const old = (before ?? {}) as Record<string, unknown>;
  return new Set(
    Object.entries((after ?? {}) as Record<string, unknown>)
      .filter(([key, value]) => stableJson(old[key]) !== stableJson(value))
      .map(([key]) => words(key)),
  );
}
