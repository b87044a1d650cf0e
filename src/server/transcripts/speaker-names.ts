/** "NAME: words", with an optional time in front ("[00:01:02] NAME: words"). */
const NAMED_LINE =
  /^(?:[[(]?(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)[\])]?\s+)?([^:\s][^:]{0,79}?)\s*[:：](?:\s+(.*))?$/su;
const MOST_NAME_WORDS = 4;

export interface NamedLine {
  name: string;
  words: string;
  clock: string | null;
}

/** Splits "NAME: words" without knowing yet whether NAME is a name; null where the line has no such form. */
export function splitNamedLine(line: string): NamedLine | null {
  const match = NAMED_LINE.exec(line.replace(/^\*\*([^*]+?):?\*\*:?/, '$1:'));
  if (!match) return null;
  const name = match[2]!.trim();
  const isName = name.split(/\s+/).length <= MOST_NAME_WORDS && /\p{L}/u.test(name) && !/[.?!…]\s/.test(name);
  return isName ? { name, words: match[3] ?? '', clock: match[1] ?? null } : null;
}

/**
 * Which of the names that lead lines are speakers: those that recur. "Note: bring dice" once in a session names nobody.
 * Where speakers are written in capitals, a name in capitals that speaks once counts as well.
 */
export function speakersAmong(lines: (NamedLine | null)[]): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) if (line) counts.set(line.name, (counts.get(line.name) ?? 0) + 1);
  const recurring = [...counts].filter(([, times]) => times > 1).map(([name]) => name);
  const allCapitals = recurring.length > 0 && recurring.every(isCapitals);
  const once = allCapitals ? [...counts.keys()].filter(isCapitals) : [];
  return new Set([...recurring, ...once]);
}

function isCapitals(name: string): boolean {
  return name === name.toUpperCase() && name !== name.toLowerCase();
}
