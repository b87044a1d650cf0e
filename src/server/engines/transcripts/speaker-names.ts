const CLOCK = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`;
const BRACKETED_CLOCK = String.raw`[[(]?(${CLOCK})[\])]?`;

/** "NAME: words", "[00:01:02] NAME: words" or "NAME (00:01:02): words". */
const NAMED_LINE = new RegExp(
  String.raw`^(?:${BRACKETED_CLOCK}\s+)?([^:\s][^:]{0,79}?)(?:\s+${BRACKETED_CLOCK})?\s*[:\uff1a](?:\s+(.*))?$`,
  'su',
);
/** A line above the words, as in Otter: "NAME  0:03". */
const HEADING_LINE = new RegExp(String.raw`^([^:\s][^:]{0,79}?)\s+${BRACKETED_CLOCK}$`, 'su');
const MOST_NAME_WORDS = 4;

export interface NamedLine {
  name: string;
  words: string;
  clock: string | null;
}

export function splitNamedLine(line: string): NamedLine | null {
  // The patterns try every length of a name, so long runs of spaces would be slow.
  const spaced = line.replace(/\s+/g, ' ');
  const [, before, name, after, words = ''] =
    NAMED_LINE.exec(spaced.replace(/^\*\*([^*]+?):?\*\*:?/, '$1:')) ?? [];
  if (name !== undefined) return namedLine(name, words, before ?? after ?? null);
  const [, heading, clock = null] = HEADING_LINE.exec(spaced) ?? [];
  return heading === undefined ? null : namedLine(heading, '', clock);
}

function namedLine(name: string, words: string, clock: string | null): NamedLine | null {
  const isName = /\p{L}/u.test(name) && !/[.?!…]\s/.test(name) && partsOf(name).every(isShort);
  return isName ? { name: name.trim(), words, clock } : null;
}

/**
 * They recur and have at most four words, unlike "Note: bring dice"; "BRIN & TAM" and capitals need not
 * recur.
 */
export function speakersAmong(lines: (NamedLine | null)[]): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) if (line) counts.set(line.name, (counts.get(line.name) ?? 0) + 1);
  const names = [...counts.keys()];
  const speakers = new Set(names.filter((name) => (counts.get(name) ?? 0) > 1 && isShort(name)));
  const allCapitals = speakers.size > 0 && [...speakers].every(isCapitals);
  const once = allCapitals ? names.filter((name) => isCapitals(name) && isShort(name)) : [];
  const together = names.filter(
    (name) => partsOf(name).length > 1 && partsOf(name).every((part) => speakers.has(part)),
  );
  return new Set([...speakers, ...once, ...together]);
}

function partsOf(name: string): string[] {
  return name.split(/\s*(?:[,&+/]|\band\b)\s*/i).filter((part) => part !== '');
}

function isShort(name: string): boolean {
  return name.split(/\s+/).length <= MOST_NAME_WORDS;
}

function isCapitals(name: string): boolean {
  return name === name.toUpperCase() && name !== name.toLowerCase();
}
