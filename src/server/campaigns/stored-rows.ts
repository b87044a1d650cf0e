import type { Line } from '#contract/analysis-result.ts';
import { keptPieces } from '#contract/kept-pieces.ts';
import { createBoundedSearch, placeIn } from '#contract/place-in.ts';
import { replacedTexts } from './text-places.ts';

/** Rows whose citations are looked for: more would keep others waiting. */
const MOST_ROWS = 2000;

/**
 * An edited text with the words that are stored where it has those that were shown instead: in rows that nobody changed, and in what is cited in
 * changed ones. Each row that was shown is one that is stored.
 */
export function storedRows(
  edited: string,
  { stored, shown, lines }: { stored: readonly string[]; shown: readonly string[]; lines: readonly Line[] },
): string {
  const places = new Map<string, number[]>();
  for (const [at, row] of shown.entries()) {
    const same = places.get(row);
    if (same === undefined) places.set(row, [at]);
    else same.push(at);
  }
  const unchanged = new Set<number>();
  const rows = edited.split('\n').map((row) => {
    const same = places.get(row);
    const at = same !== undefined && same.length > 1 ? same.shift() : same?.[0];
    if (at === undefined) return { row, isOwn: false };
    unchanged.add(at);
    return { row: stored[at] ?? row, isOwn: true };
  });
  if (rows.every(({ isOwn }) => isOwn)) return rows.map(({ row }) => row).join('\n');
  const cited = new Map<string, string>();
  const changed = [...stored.entries()].filter(([at, row]) => !unchanged.has(at) && row !== shown[at]);
  const has = createBoundedSearch();
  for (const [at, row] of changed.slice(0, MOST_ROWS)) addCited(cited, row, shown[at] ?? '', lines, has);
  const others = rows.flatMap(({ row, isOwn }) => (isOwn ? [] : [row]));
  const back = replacedTexts(others.join('\n'), cited).split('\n').values();
  return rows.map(({ row, isOwn }) => (isOwn ? row : back.next().value)).join('\n');
}

/** What is shown instead of each citation in a row. */
function addCited(
  cited: Map<string, string>,
  stored: string,
  shown: string,
  lines: readonly Line[],
  has: (row: string, text: string) => boolean,
): void {
  const found = lines.filter(({ text }) => has(stored, text));
  if (found.length === 0) return;
  const [own, other] = [wordsOf(stored), wordsOf(shown)];
  const kept = [...keptPieces(own.words, other.words)].sort(([one], [two]) => one - two);
  for (const { text } of found) {
    const start = placeIn(stored, text);
    const before = kept.findLast(([at]) => (own.ends[at] ?? 0) <= start);
    const after = kept.find(([at]) => (own.ends[at - 1] ?? 0) >= start + text.length);
    const from = before === undefined ? 0 : other.ends[before[1]];
    const to = after === undefined ? shown.length : (other.ends[after[1] - 1] ?? 0);
    const words = shown.slice(from, to).trim();
    if (words !== '' && words !== text) cited.set(words, text);
  }
}

function wordsOf(text: string): { words: string[]; ends: number[] } {
  const words = text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  let end = 0;
  return { words, ends: words.map((word) => (end += word.length)) };
}
