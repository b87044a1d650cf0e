import { badRequest } from './errors.ts';

type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const mostFields = 500;
const deepest = 8;
const unstorable = /\0|\p{Surrogate}/u;

type Branch = Map<string, Branch | string>;

function toValue(branch: Branch): FormValue {
  const entries = [...branch].map(([key, value]): [string, FormValue] => [
    key,
    typeof value === 'string' ? value : toValue(value),
  ]);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.map(([, value]) => value);
  // Makes `__proto__` an own property, too.
  return Object.fromEntries(entries);
}

/** `items[0][price]=…`, `expand[]=…`. */
export function decodeForm(text: string): Form {
  const root: Branch = new Map();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > mostFields) throw badRequest('The request has too many parameters.');
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
    if (!match || unstorable.test(name) || unstorable.test(value))
      throw badRequest('The request has an unreadable parameter.');
    const keys = [
      match[1] ?? '',
      ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? ''),
    ];
    if (keys.length > deepest) throw badRequest('The request is nested too deeply.', keys[0]);
    let branch = root;
    for (const key of keys.slice(0, -1)) {
      const next = branch.get(key) ?? new Map();
      if (typeof next === 'string') throw badRequest(`Invalid ${keys[0]}.`, keys[0]);
      branch.set(key, next);
      branch = next;
    }
    const leaf = keys.at(-1) ?? '';
    branch.set(leaf === '' ? String(branch.size) : leaf, value);
  }
  return Object.fromEntries(
    [...root].map(([key, value]) => [key, typeof value === 'string' ? value : toValue(value)]),
  );
}
