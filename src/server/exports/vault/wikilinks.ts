import { type Nodes, parsedMarkdown } from '#contract/markdown/tree.ts';
import { placeOf } from '../formats/blocks.ts';
import { type Escape, escaped, unescaped } from '../formats/escapes.ts';

const brackets: Escape = { run: /(?<!\\)\\*\[(?:\\*\[)+/g, sign: '[' };
const percents: Escape = { run: /(?<!\\)\\*%(?:\\*%)+/g, sign: '%' };

/** Nothing in it becomes a link or a comment in Obsidian. */
export const vaultText = (text: string): string => escaped(escaped(text, brackets), percents);

export const notesText = (text: string, targets: ReadonlySet<string>): string =>
  unescaped(unescaped(withoutLinks(text, targets), percents), brackets);

export interface Linked {
  name: string;
  target: string;
}

const showable = /^[^[\]|#^%\\*_`<>~\n\r]+$/;

const canShow = (name: string): boolean => showable.test(name);

export const linkTo = ({ name, target }: Linked): string =>
  canShow(name) ? `[[${target}|${name}]]` : `${vaultText(name)} [[${target}|↗]]`;

/** Links the first mention of each note; the longest of several names wins. */
export function withLinks(text: string, linked: readonly Linked[]): string {
  const named = linked
    .filter(({ name }) => text.includes(name) && canShow(name))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (named.length === 0) return text;
  const prose = proseOf(parsedMarkdown(text, 'file')).filter(
    ({ start, end }) => !text.slice(start, end).includes('|'),
  );
  const places: { at: number; one: Linked }[] = [];
  const targets = new Set<string>();
  for (const one of named) {
    if (targets.has(one.target)) continue;
    const at = firstMention(text, one.name, prose, places);
    if (at === null) continue;
    targets.add(one.target);
    places.push({ at, one });
  }
  return places
    .toSorted((one, other) => other.at - one.at)
    .reduce(
      (whole, { at, one }) => whole.slice(0, at) + linkTo(one) + whole.slice(at + one.name.length),
      text,
    );
}

const partOfWord = /[\p{L}\p{N}\p{M}]/u;
const notBefore = /[[|\\/]/;

function firstMention(
  text: string,
  name: string,
  prose: readonly { start: number; end: number }[],
  places: readonly { at: number; one: Linked }[],
): number | null {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const before = characterBefore(text, at);
    const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
    const isWord =
      !partOfWord.test(before) && !notBefore.test(before) && !partOfWord.test(after) && !/[\]|]/.test(after);
    const isProse = prose.some((range) => range.start <= at && end <= range.end);
    const isTaken = places.some((place) => at < place.at + place.one.name.length && place.at < end);
    if (isWord && isProse && !isTaken) return at;
  }
  return null;
}

const characterBefore = (text: string, at: number): string =>
  [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';

function proseOf(node: Nodes): { start: number; end: number }[] {
  if (node.type === 'text') return [placeOf(node)];
  if (node.type === 'link' || node.type === 'linkReference' || node.type === 'heading') return [];
  return 'children' in node ? node.children.flatMap(proseOf) : [];
}

const link = /(?<!\\)\[\[([^\][|\n]+)(?:\|([^\][\n]+))?\]\]/g;

function withoutLinks(text: string, targets: ReadonlySet<string>): string {
  return text.replace(link, (whole, target: string, shown?: string) =>
    targets.has(target) ? (shown ?? target.replace(/^.*\//, '')) : whole,
  );
}
