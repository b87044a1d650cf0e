import { isLasting, keyOf } from './labels.ts';

const separators = [/\s*[&+/,;]\s*/u, /\s+and\s+/iu];

/**
 * The voices of "MATT & ASHLEY", where each has a label of their own. Null: somebody else, who counts.
 */
export function combinedVoices(label: string, labels: readonly string[]): string[] | null {
  const own = keyOf(label);
  const known = new Map(
    labels.filter((each) => isLasting(each) && keyOf(each) !== own).map((each) => [keyOf(each), each]),
  );
  return known.size < 2 ? null : partsOf(own, known);
}

function partsOf(text: string, known: ReadonlyMap<string, string>): string[] | null {
  const whole = known.get(text);
  if (whole !== undefined) return [whole];
  for (const separator of separators) {
    const pieces = text.split(separator);
    if (pieces.length < 2) continue;
    const parts = pieces.map((piece) => partsOf(piece, known));
    if (parts.every((part) => part !== null)) return parts.flat();
  }
  return null;
}
