import type { z } from 'zod';
import { recordOf } from '#contract/unknown-values.ts';

interface LongList {
  path: (string | number)[];
  most: number;
}

/** Infinite if it may have any. */
function mostEntries({ checks = [] }: z.core.$ZodArrayDef): number {
  const limits = checks.flatMap((check) => {
    const { def } = check._zod;
    return 'maximum' in def && typeof def.maximum === 'number' ? [def.maximum] : [];
  });
  return Math.min(...limits);
}

/**
 * The first list that is longer than its schema allows, before its entries are checked: zod checks every entry first, and
 * keeps an issue for each.
 */
export function longList(schema: z.core.$ZodType, value: unknown): LongList | null {
  // biome-ignore lint/plugin: zod's own union of its schemas, by which their definitions can be told apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') {
    if (!Array.isArray(value)) return null;
    const most = mostEntries(def);
    if (value.length > most) return { path: [], most };
    return firstOf(value.entries(), (entry) => longList(def.element, entry));
  }
  if (def.type === 'object') {
    const fields = recordOf(value);
    return firstOf(Object.entries(def.shape), (inner, key) => longList(inner, fields[key]));
  }
  if (def.type === 'union') {
    const all = def.options.map((option) => longList(option, value));
    return all.includes(null) ? null : (all[0] ?? null);
  }
  if (def.type === 'pipe') return longList(def.in, value);
  return 'innerType' in def ? longList(def.innerType, value) : null;
}

function firstOf<Key extends string | number, Entry>(
  entries: Iterable<[Key, Entry]>,
  longListIn: (entry: Entry, key: Key) => LongList | null,
): LongList | null {
  for (const [key, entry] of entries) {
    const found = longListIn(entry, key);
    if (found) return { ...found, path: [key, ...found.path] };
  }
  return null;
}
