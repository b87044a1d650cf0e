const tokens = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s\b/g, '')
    .match(/[\p{L}\p{N}']+/gu) ?? [];

export const firstWords = (text: string, most: number): string =>
  text.split(/\s+/).filter(Boolean).slice(0, most).join(' ');

const f1 = (common: number, candidate: number, reference: number): number =>
  common === 0 ? 0 : (2 * common) / (candidate + reference);

function grams(words: string[], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at += 1) {
    const gram = words.slice(at, at + length).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

export function rougeN(candidate: string, reference: string, length: number): number {
  const left = grams(tokens(candidate), length);
  const right = grams(tokens(reference), length);
  let common = 0;
  for (const [gram, count] of left) common += Math.min(count, right.get(gram) ?? 0);
  const sum = (counts: Map<string, number>) =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  return f1(common, sum(left), sum(right));
}

export function rougeL(candidate: string, reference: string): number {
  const left = tokens(candidate);
  const right = tokens(reference);
  let row = new Uint32Array(right.length + 1);
  for (const word of left) {
    const next = new Uint32Array(right.length + 1);
    for (let at = 1; at <= right.length; at += 1)
      next[at] = right[at - 1] === word ? row[at - 1]! + 1 : Math.max(row[at]!, next[at - 1]!);
    row = next;
  }
  return f1(row[right.length]!, left.length, right.length);
}
