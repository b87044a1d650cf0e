import { placeIn } from '#contract/place-in.ts';

const WINDOW = 16;
const FEW = 8;
const BASE = 0x01000193;
const FILTER = 0xffff;
/** Characters. Only texts that begin alike by the thousand reach it; those that are left then count as not there. */
const MOST_COMPARED = 20_000_000;

/** Where each of the texts is first, in one pass over the body: thousands of lines of evidence would each need their own. */
export function firstPlaces(body: string, texts: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>();
  for (const text of texts) {
    const at = texts.size <= FEW || text === '' ? placeIn(body, text) : -1;
    if (at >= 0) places.set(text, at);
  }
  if (texts.size <= FEW) return places;
  for (const [size, group] of bySize(body, texts))
    findByBeginning(body, size, group, (text, start) => {
      places.set(text, start);
      return false;
    });
  return places;
}

const isWithin = (body: string, at: number) => /^[\p{L}\p{N}]{2}$/u.test(body.slice(at - 1, at + 1));

/** All places of these texts are replaced; of two that overlap the first, else the longer. None ends within a word. */
export function replacedTexts(body: string, texts: ReadonlyMap<string, string>): string {
  if (texts.size === 0) return body;
  const found: { text: string; start: number }[] = [];
  for (const [size, group] of bySize(body, texts.keys()))
    findByBeginning(body, size, group, (text, start) => {
      found.push({ text, start });
      return true;
    });
  found.sort((one, other) => one.start - other.start || other.text.length - one.text.length);
  let replaced = '';
  let from = 0;
  for (const { text, start } of found) {
    const end = start + text.length;
    if (start < from || isWithin(body, start) || isWithin(body, end)) continue;
    replaced += body.slice(from, start) + texts.get(text);
    from = end;
  }
  return replaced + body.slice(from);
}

function bySize(body: string, texts: Iterable<string>): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const text of texts) {
    if (text === '' || text.length > body.length) continue;
    const size = Math.min(WINDOW, 2 ** Math.floor(Math.log2(text.length)));
    const group = groups.get(size);
    if (group === undefined) groups.set(size, [text]);
    else group.push(text);
  }
  return groups;
}

/** @param isSought gets each place of a text, and says whether its next is sought, too */
function findByBeginning(
  body: string,
  size: number,
  texts: readonly string[],
  isSought: (text: string, start: number) => boolean,
): void {
  const byHash = new Map<number, string[]>();
  const isLikely = new Uint8Array(FILTER + 1);
  for (const text of texts) {
    let hash = 0;
    for (let at = 0; at < size; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
    const same = byHash.get(hash);
    if (same === undefined) byHash.set(hash, [text]);
    else same.push(text);
    isLikely[hash & FILTER] = 1;
  }
  let leaving = 1;
  for (let at = 1; at < size; at += 1) leaving = Math.imul(leaving, BASE);
  let hash = 0;
  let compared = 0;
  for (let at = 0; at < body.length; at += 1) {
    const gone = at >= size ? Math.imul(body.charCodeAt(at - size), leaving) : 0;
    hash = (Math.imul((hash - gone) | 0, BASE) + body.charCodeAt(at)) | 0;
    if (at < size - 1 || isLikely[hash & FILTER] === 0) continue;
    const start = at - size + 1;
    const left = byHash.get(hash)?.filter((text) => {
      if (compared > MOST_COMPARED) return true;
      compared += text.length;
      return !body.startsWith(text, start) || isSought(text, start);
    });
    if (left !== undefined) byHash.set(hash, left);
    if (compared > MOST_COMPARED) return;
  }
}
