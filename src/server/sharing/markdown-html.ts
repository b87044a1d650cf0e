import { markdownPieces } from '#contract/markdown-pieces.ts';
import { normalized } from '#contract/normalized.ts';
import { breath } from '#server/platform/breath.ts';
import { type Block, parsedMarkdown, type Root } from '#server/platform/markdown.ts';
import { escapeHtml } from './html.ts';
import type { HideNames } from './pseudonyms.ts';

type MarkdownNode = Block | Root;
type TextNode = Extract<MarkdownNode, { value: string }>;
type ListItem = Extract<MarkdownNode, { type: 'listItem' }>;

const DEEPEST = 60;

const tags: Readonly<Record<string, string>> = {
  strong: 'strong',
  emphasis: 'em',
  blockquote: 'blockquote',
};

export interface ItemExtras {
  inside: string;
  below: string;
}
export type ExtrasAt = (line: number) => ItemExtras | null;

const noExtras: ExtrasAt = () => null;

/**
 * Shows HTML as text, drops images and allows only web links. @param text receives the text of each paragraph after
 * parsing
 * @param extras additions to each paragraph and list item, except in long or dense pieces
 */
export async function markdownHtml(
  source: string,
  text: HideNames,
  below: 2 | 3,
  extras: ExtrasAt = noExtras,
): Promise<string> {
  const levels = [...source.matchAll(/^ {0,3}(#{1,6})[ \t]/gm)].map(([, signs = '']) => signs.length);
  const shift = below + 1 - levels.reduce((one, other) => Math.min(one, other), 6);
  const pieces: string[] = [];
  for (const { source: piece, line, isPlain } of markdownPieces(source)) {
    const extrasAt: ExtrasAt = (at) => extras(line + at);
    const next = isPlain
      ? plainHtml(piece, text)
      : pieceHtml(parsedMarkdown(piece), text, { below, shift, extrasAt });
    append(pieces, next);
    await breath();
  }
  return pieces.join('');
}

/** One list may be in many pieces. */
function append(pieces: string[], next: string): void {
  const last = pieces.at(-1);
  if (!last?.endsWith('</ul>') || !next.startsWith('<ul>')) return void pieces.push(next);
  pieces.splice(-1, 1, last.slice(0, -'</ul>'.length), next.slice('<ul>'.length));
}

function plainHtml(source: string, text: HideNames): string {
  return source
    .split(/\n[ \t]*\n/)
    .map((paragraph) => `<p>${escapeHtml(text(paragraph))}</p>`)
    .join('');
}

function pieceHtml(
  root: Root,
  text: HideNames,
  { below, shift, extrasAt }: { below: number; shift: number; extrasAt: ExtrasAt },
): string {
  const given = new Set<number>();

  function extrasOf({ position }: MarkdownNode): ItemExtras {
    const line = (position?.start.line ?? 0) - 1;
    const found = given.has(line) ? null : extrasAt(line);
    given.add(line);
    return found ?? { inside: '', below: '' };
  }

  const hidden = withoutNames(root, text);
  const shown = (node: TextNode) => escapeHtml(hidden.get(node) ?? text(node.value));

  function inner(node: MarkdownNode, depth: number): string {
    return 'children' in node ? node.children.map((child) => html(child, depth + 1)).join('') : '';
  }

  function itemHtml(item: ListItem, depth: number): string {
    const extra = extrasOf(item);
    const pieces = item.children.map((child) =>
      child.type === 'paragraph' && !item.spread ? inner(child, depth + 1) : html(child, depth + 1),
    );
    return pieces.toSpliced(1, 0, extra.inside + extra.below).join('');
  }

  function html(node: MarkdownNode, depth: number): string {
    if (depth > DEEPEST) return '';
    switch (node.type) {
      case 'text':
      case 'html':
        return shown(node);
      case 'inlineCode':
        return `<code>${shown(node)}</code>`;
      case 'code':
        return `<pre><code>${shown(node)}</code></pre>`;
      case 'heading': {
        const level = Math.min(6, Math.max(below + 1, node.depth + shift));
        return `<h${level}>${inner(node, depth)}</h${level}>`;
      }
      case 'list': {
        const start =
          node.start !== null && node.start !== undefined && node.start !== 1 ? ` start="${node.start}"` : '';
        return node.ordered ? `<ol${start}>${inner(node, depth)}</ol>` : `<ul>${inner(node, depth)}</ul>`;
      }
      case 'listItem':
        return `<li>${itemHtml(node, depth)}</li>`;
      case 'paragraph': {
        const extra = extrasOf(node);
        return `<p>${inner(node, depth)}${extra.inside}</p>${extra.below}`;
      }
      case 'link': {
        const isHidden = text(decoded(node.url)) !== normalized(decoded(node.url));
        return /^https?:\/\//i.test(node.url) && !isHidden
          ? `<a href="${escapeHtml(node.url)}" rel="noopener noreferrer nofollow">${inner(node, depth)}</a>`
          : inner(node, depth);
      }
      case 'thematicBreak':
        return '<hr>';
      case 'break':
        return '<br>';
      default: {
        const tag = tags[node.type];
        return tag === undefined ? inner(node, depth) : `<${tag}>${inner(node, depth)}</${tag}>`;
      }
    }
  }

  return inner(root, 0);
}

/** Across formatting: "**Ma**tt" is two nodes. */
function withoutNames(root: Root, text: HideNames): Map<TextNode, string> {
  const values = new Map<TextNode, string>();
  const visit = (node: MarkdownNode, depth: number): void => {
    if (depth > DEEPEST) return;
    if (node.type === 'paragraph' || node.type === 'heading') {
      const nodes = textNodesOf(node, depth);
      const pieces = text.across(nodes.map((each) => (each === null ? '\n' : each.value)));
      for (const [index, each] of nodes.entries()) if (each !== null) values.set(each, pieces[index] ?? '');
    } else if ('children' in node) for (const child of node.children) visit(child, depth + 1);
  };
  visit(root, 0);
  return values;
}

/** Null: a line break. */
function textNodesOf(node: MarkdownNode, depth: number): (TextNode | null)[] {
  if (depth > DEEPEST) return [];
  if (node.type === 'text' || node.type === 'html' || node.type === 'inlineCode') return [node];
  if (node.type === 'break') return [null];
  return 'children' in node ? node.children.flatMap((child) => textNodesOf(child, depth + 1)) : [];
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

export function plainStart(source: string, text: HideNames, length: number): string {
  const words: string[] = [];
  const visit = (node: MarkdownNode, depth: number): void => {
    if (depth > DEEPEST) return;
    if (node.type === 'text' || node.type === 'inlineCode') words.push(node.value);
    else if ('children' in node) {
      for (const child of node.children) visit(child, depth + 1);
      if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'listItem') words.push(' ');
    }
  };
  const [first] = markdownPieces(source);
  if (first === undefined || first.isPlain) words.push(source.slice(0, 4 * length));
  else visit(parsedMarkdown(first.source), 0);
  const plain = text.across(words).join('').replace(/\s+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= length
    ? plain
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
