import { type Addition, drawn } from '#contract/markdown/draw.ts';
import { markdownPieces } from '#contract/markdown/pieces.ts';
import { type Link, type Nodes, parsedMarkdown, type Root, visit } from '#contract/markdown/tree.ts';
import { wordsOf } from '#contract/markdown/words.ts';
import { normalized } from '#contract/normalized.ts';
import { breath } from '#server/platform/breath.ts';
import { htmlPen } from '#server/platform/markdown-html.ts';
import { escapeHtml } from './html.ts';
import type { HideNames } from './pseudonyms.ts';

interface ItemExtras {
  inside: string;
  below: string;
}
export type ExtrasAt = (line: number) => ItemExtras | null;

/**
 * Only web links stay links.
 * @param hide receives the text of each paragraph after parsing
 * @param extrasAt additions to each paragraph and list item
 */
export async function markdownHtml(
  source: string,
  hide: HideNames,
  below: 2 | 3,
  extrasAt: ExtrasAt = () => null,
): Promise<string> {
  const root = parsedMarkdown(source);
  await breath();
  hideNames(root, hide);
  const extras: string[] = [];
  addExtras(root, extrasAt, extras);
  const pen = { ...htmlPen(escapeHtml), addition: ({ index }: Addition) => extras[index] ?? '' };
  const link = ({ url }: Link) =>
    /^https?:\/\//i.test(url) && hide(decoded(url)) === normalized(decoded(url))
      ? { href: url, rel: 'noopener noreferrer nofollow' }
      : null;
  return drawn(root, pen, { below, link }).join('');
}

function addExtras(root: Root, extrasAt: ExtrasAt, extras: string[]): void {
  const given = new Set<number>();
  const extrasOf = ({ position }: Nodes): ItemExtras | null => {
    const line = (position?.start.line ?? 0) - 1;
    const found = given.has(line) ? null : extrasAt(line);
    given.add(line);
    return found;
  };
  const addition = (html: string): Addition => ({
    type: 'addition',
    kind: 'html',
    index: extras.push(html) - 1,
    children: [],
  });
  const addTo = (node: Nodes): void => {
    if (node.type === 'list') {
      for (const item of node.children) {
        const extra = extrasOf(item);
        addTo(item);
        if (extra !== null) item.children.splice(1, 0, addition(extra.inside + extra.below));
      }
    } else if (node.type === 'root' || node.type === 'blockquote' || node.type === 'listItem') {
      for (const child of [...node.children]) {
        const extra = child.type === 'paragraph' ? extrasOf(child) : null;
        addTo(child);
        if (extra === null || child.type !== 'paragraph') continue;
        child.children.push(addition(extra.inside));
        node.children.splice(node.children.indexOf(child) + 1, 0, addition(extra.below));
      }
    }
  };
  addTo(root);
}

/** Across formatting: "**Ma**tt" is two nodes. */
function hideNames(root: Root, hide: HideNames): void {
  visit(root, (node) => {
    if (node.type === 'code') node.value = hide(node.value);
    if (node.type !== 'paragraph' && node.type !== 'heading') return;
    const words: { value: string; write: (value: string) => void }[] = [];
    visit(node, (inner) => {
      if (inner.type === 'text' || inner.type === 'html' || inner.type === 'inlineCode')
        words.push({ value: inner.value, write: (value) => Object.assign(inner, { value }) });
      else if (inner.type === 'image')
        words.push({ value: inner.alt ?? '', write: (alt) => Object.assign(inner, { alt }) });
      else if (inner.type === 'break') words.push({ value: '\n', write: () => undefined });
    });
    const shown = hide.across(words.map(({ value }) => value));
    for (const [index, { write }] of words.entries()) write(shown[index] ?? '');
  });
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

export function plainStart(source: string, hide: HideNames, length: number): string {
  const [first] = markdownPieces(source);
  const words = hide.across(wordsOf(parsedMarkdown(first?.source ?? '')));
  const characters = [...words.join('').replace(/\s+/gu, ' ').trim()];
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
