import type { Segment } from '#contract/transcript.ts';

/** After edits: both halves of a split line, and the line that absorbed a joined one. */
export function citedLines(segments: readonly Segment[], cited: readonly string[]): ReadonlySet<string> {
  if (cited.length === 0) return new Set();
  const wanted = new Set(cited);
  const found = new Set<string>();
  const ids = new Set<string>();
  for (const { id, joinedIds = [] } of segments) {
    ids.add(id);
    const root = id.split('.')[0] ?? id;
    if (wanted.has(id) || wanted.has(root) || joinedIds.some((joined) => wanted.has(joined))) found.add(id);
  }
  for (const id of cited) {
    const root = id.split('.')[0] ?? id;
    if (!ids.has(id) && root !== id && ids.has(root)) found.add(root);
  }
  return found;
}
