import { decodeReferences } from './character-references.ts';

export interface HtmlElement {
  tag: string;
  /** Only for links, and only safe ones. */
  href?: string;
  children: HtmlNode[];
}

/** A text, or an element with its content. */
export type HtmlNode = string | HtmlElement;

const blocks = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr'.split(' '));
const inline = 'a b strong i em u s small sub sup mark code abbr q br'.split(' ');
const kept = new Set([...blocks, ...inline]);
const empty = new Set(['br', 'hr']);
/** Their content is not readable text. */
const dropped = new Set(
  'script style template iframe object embed noscript title textarea select svg math head audio video canvas'.split(
    ' ',
  ),
);
const headings = /^h[1-6]$/;
const lists = /^(?:ul|ol|dl)$/;
/** Deeper nesting keeps only its text. */
const deepest = 40;

/** A safe address, cleaned of what browsers ignore in it; otherwise null. */
export function safeAddress(address: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in addresses.
  const clean = address.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, '');
  return /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(clean) ? clean : null;
}

/** The index after the `>` of the tag that begins at `from`; -1 if it never ends. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const letter = html[at] ?? '';
    if (quote) quote = letter === quote ? '' : quote;
    else if (letter === '>') return at + 1;
    else if ((letter === '"' || letter === "'") && html[at - 1] === '=') quote = letter;
  }
  return -1;
}

function hrefOf(tag: string): string | null {
  const [, quoted, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  const written = quoted ?? single ?? bare;
  return written === undefined ? null : safeAddress(decodeReferences(written));
}

/**
 * Builds a tree of known elements from broken or hostile HTML. It can only return the elements, link
 * addresses and texts allowed here; every opened element is closed.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', children: [] };
  const open: HtmlElement[] = [root];
  const lowerCased = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const top = () => open.at(-1) ?? root;

  const addText = (raw: string) => {
    const parent = top();
    const isVerbatim = open.some(({ tag }) => tag === 'pre');
    const text = isVerbatim ? decodeReferences(raw) : decodeReferences(raw.replaceAll(/[ \t\r\n\f]+/g, ' '));
    const before = parent.children.at(-1);
    const isAtEdge =
      before === undefined
        ? parent === root || blocks.has(parent.tag)
        : typeof before === 'object' && blocks.has(before.tag);
    const isUnseen = text.trim() === '' && text !== '\u00a0' && (isAtEdge || lists.test(parent.tag));
    if (text === '' || (isUnseen && !isVerbatim)) return;
    if (typeof before === 'string') parent.children[parent.children.length - 1] = before + text;
    else parent.children.push(text);
  };

  const close = (closes: (tag: string) => boolean) => {
    const at = open.findLastIndex(({ tag }, index) => index > 0 && closes(tag));
    if (at > 0) open.length = at;
  };

  const begin = (tag: string, source: string) => {
    if (blocks.has(tag)) close((name) => name === 'p' || (headings.test(tag) && headings.test(name)));
    if (tag === 'a') close((name) => name === 'a');
    if (tag === 'li' && !/^[uo]l$/.test(top().tag)) {
      const list = open.findLastIndex((element) => /^[uo]l$/.test(element.tag));
      if (list > 0) open.length = list + 1;
    }
    if (open.length > deepest) return;
    const href = tag === 'a' ? hrefOf(source) : null;
    const element: HtmlElement = { tag, ...(href === null ? {} : { href }), children: [] };
    top().children.push(element);
    if (!empty.has(tag)) open.push(element);
  };

  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    addText(html.slice(at, next < 0 ? undefined : next));
    if (next < 0) break;
    if (html.startsWith('<!--', next)) {
      const end = html.indexOf('-->', next + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    if (!/[a-zA-Z/!?]/.test(html[next + 1] ?? '')) {
      addText('<');
      at = next + 1;
      continue;
    }
    at = endOfTag(html, next + 1);
    if (at < 0) break;
    const source = html.slice(next, at);
    const [, slash, name = ''] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(source) ?? [];
    const tag = name.toLowerCase();
    if (dropped.has(tag) && !slash) {
      const end = lowerCased.indexOf(`</${tag}`, at);
      if (end < 0) break;
      at = end;
    } else if (kept.has(tag)) {
      if (slash) close((candidate) => candidate === tag);
      else begin(tag, source);
    }
  }
  return root.children;
}

const lengthOf = (nodes: readonly HtmlNode[]): number =>
  nodes.reduce<number>(
    (sum, node) => sum + (typeof node === 'string' ? [...node].length : lengthOf(node.children)),
    0,
  );

/** The first `limit` visible characters and an ellipsis, or the whole if shorter (R9.12). */
export function cutText(nodes: readonly HtmlNode[], limit: number): HtmlNode[] {
  if (lengthOf(nodes) <= limit) return [...nodes];
  let left = limit;
  const cut = (all: readonly HtmlNode[]): HtmlNode[] => {
    const result: HtmlNode[] = [];
    for (const node of all) {
      if (left < 0) break;
      if (typeof node !== 'string') {
        result.push({ ...node, children: cut(node.children) });
        continue;
      }
      const letters = [...node];
      // The text that reaches the limit is not the last one, so it gets the ellipsis.
      if (letters.length >= left) {
        result.push(`${letters.slice(0, left).join('').trimEnd()}…`);
        left = -1;
      } else {
        result.push(node);
        left -= letters.length;
      }
    }
    return result;
  };
  return cut(nodes);
}
