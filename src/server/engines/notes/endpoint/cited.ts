import { z } from 'zod';

const MOST = 40;
const RANGE = /^(\d+)(?:\s*(?:-|–|—|\.\.|to)\s*s?(\d+))?$/;

/**
 * References as models write them, to numbers: 12, "12", "s12", "S12", "[s12]", "s1, s2", "s1-s3", "s1–3". Of more than 40 the first 40 are kept.
 * What is no reference is left out. Lines that were split have ids such as "s12.1", which stay as they are.
 */
export function citedIn(value: unknown, prefix: string, most = MOST): string[] {
  const texts = Array.isArray(value) ? value : [value];
  const found = new Set<string>();
  for (const text of texts)
    for (const piece of String(text ?? '').split(/[\s,;]*[,;[\]()"][\s,;]*|\s+and\s+/))
      for (const id of idsOf(piece.trim().toLowerCase(), prefix)) {
        if (found.size >= most) return [...found];
        found.add(id);
      }
  return [...found];
}

function idsOf(piece: string, prefix: string): string[] {
  const bare = piece.startsWith(prefix) ? piece.slice(prefix.length) : piece;
  if (/^\d+(?:\.\d+)+$/.test(bare)) return [`${prefix}${bare}`];
  const [, from, to] = RANGE.exec(bare) ?? [];
  if (from === undefined) return [];
  const first = Number(from);
  const last = to === undefined ? first : Math.min(Number(to), first + MOST - 1);
  if (last < first || !Number.isSafeInteger(last)) return [`${prefix}${first}`];
  return Array.from({ length: last - first + 1 }, (_, at) => `${prefix}${first + at}`);
}

/** Ids of turns, such as "s12". */
export const turnIds = z.preprocess(
  (value) => citedIn(value, 's'),
  z.array(z.string().regex(/^s\d+(\.\d+)*$/)).max(MOST),
);

/** Numbers of things in a list that the prompt has numbered as "e1", "n1", … */
export const listed = (prefix: string, most = MOST) =>
  z.preprocess(
    (value) => citedIn(value, prefix, most).map((id) => Number(id.slice(prefix.length))),
    z.array(z.int()).max(most),
  );
