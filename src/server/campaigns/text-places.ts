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
  const groups = new Map<number, string[]>();
  for (const text of texts) {
    const at = texts.size <= FEW || text === '' ? placeIn(body, text) : -1;
    if (at >= 0) places.set(text, at);
    if (texts.size <= FEW || text === '' || text.length > body.length) continue;
    const size = Math.min(WINDOW, 2 ** Math.floor(Math.log2(text.length)));
    const group = groups.get(size);
    if (group === undefined) groups.set(size, [text]);
    else group.push(text);
  }
  for (const [size, group] of groups) findByBeginning(body, size, group, places);
  return places;
}

function findByBeginning(
  body: string,
  size: number,
  texts: readonly string[],
  places: Map<string, number>,
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
      if (!body.startsWith(text, start)) return true;
      places.set(text, start);
      return false;
    });
    if (left !== undefined) byHash.set(hash, left);
    if (compared > MOST_COMPARED) return;
  }
}
