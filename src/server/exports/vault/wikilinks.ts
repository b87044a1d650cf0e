import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Block, placeOf, type Root } from '../formats/blocks.ts';
import { type Escape, escaped, unescaped } from '../formats/escapes.ts';

/** `[[` begins a link in Obsidian, `%%` a comment. */
const brackets: Escape = { run: /\\*\[(?:\\*\[)+/g, sign: '[' };
const percents: Escape = { run: /\\*%(?:\\*%)+/g, sign: '%' };

/** Text of the notes as text of a vault: nothing in it is a link or a comment of Obsidian’s. */
export const vaultText = (text: string): string => escaped(escaped(text, brackets), percents);

/** Takes `vaultText` and our links back. */
export const notesText = (text: string, targets: ReadonlySet<string>): string =>
  unescaped(unescaped(withoutLinks(text, targets), percents), brackets);

/** Something that has a note of its own. */
export interface Linked {
  name: string;
  /** Path of its note without the ending. */
  target: string;
}

/** Names that can be the shown part of a link, as they are. */
const showable = /^[^[\]|#^%\\*_`<>~\n\r]+$/;

const canShow = (name: string): boolean => showable.test(name);

/** A link to a note, with a name that may have signs of its own. */
export const linkTo = ({ name, target }: Linked): string =>
  canShow(name) ? `[[${target}|${name}]]` : `${vaultText(name)} [[${target}|↗]]`;

/** Text of a vault with the first mention of each name in it made a link. */
export function withLinks(text: string, linked: readonly Linked[]): string {
  const names = new Map(linked.filter(({ name }) => canShow(name)).map((one) => [one.name, one] as const));
  if (names.size === 0) return text;
  const pattern = namesPattern([...names.keys()]);
  if (!pattern.test(text)) return text;
  const seen = new Set<string>();
  let result = '';
  let from = 0;
  for (const { start, end } of proseOf(fromMarkdown(text))) {
    if (start < from) continue;
    const prose = text.slice(start, end);
    result += text.slice(from, start);
    result += prose.includes('|')
      ? prose
      : prose.replace(pattern, (name) => {
          const one = names.get(name);
          if (one === undefined || seen.has(one.target)) return name;
          seen.add(one.target);
          return linkTo(one);
        });
    from = end;
  }
  return result + text.slice(from);
}

function namesPattern(names: readonly string[]): RegExp {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const any = longestFirst.map((name) => name.replace(/[.+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}\\[|\\\\/])(?:${any})(?![\\p{L}\\p{N}\\p{M}\\]|])`, 'gu');
}

/** Where the prose is: not in links, code, pictures or HTML. */
function proseOf(node: Root | Block): { start: number; end: number }[] {
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
