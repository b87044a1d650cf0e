import { isLasting, keyOf } from './labels.ts';

const separators = [/\s*[&+/,;]\s*/u, /\s+and\s+/iu];

/**
 * Of one label of these: the voices of "MATT & ASHLEY", where each has a label of their own. Null: somebody else, who counts.
 */
export function combinedVoices(labels: readonly string[]): (label: string) => string[] | null {
  const known = new Map(labels.filter(isLasting).map((each) => [keyOf(each), each]));
  return (label) => {
    const own = keyOf(label);
    const others = known.has(own) ? known.size - 1 : known.size;
    return others < 2 ? null : partsOf(own, known, own);
  };
}

function partsOf(text: string, known: ReadonlyMap<string, string>, own: string): string[] | null {
  const whole = text === own ? undefined : known.get(text);
  if (whole !== undefined) return [whole];
  for (const separator of separators) {
    const pieces = text.split(separator);
    if (pieces.length < 2) continue;
    const parts = pieces.map((piece) => partsOf(piece, known, own));
    if (parts.every((part) => part !== null)) return parts.flat();
  }
  return null;
}
