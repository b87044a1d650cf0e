import type { LegalNode, LegalText } from '#contract/legal.ts';
import { type Block, parsedMarkdown, type Root } from '#server/platform/markdown.ts';

type MarkdownNode = Block | Root;

export class LegalTextProblem extends Error {
  override readonly name = 'LegalTextProblem';
}

const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  blockquote: 'blockquote',
  listItem: 'li',
  thematicBreak: 'hr',
  break: 'br',
};

const wordsOf = (node: MarkdownNode): string => {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
};

const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function childrenOf(
  node: { children: readonly MarkdownNode[] },
  fill: (text: string) => string,
): LegalNode[] {
  return node.children.flatMap((child) => nodesOf(child, fill));
}

function nodesOf(node: MarkdownNode, fill: (text: string) => string): LegalNode[] {
  switch (node.type) {
    case 'text':
      return [fill(node.value)];
    case 'inlineCode':
      return [['code', null, node.value]];
    case 'code':
      return [['pre', null, ['code', null, node.value]]];
    case 'heading': {
      const tag = node.depth <= 2 ? 'h2' : 'h3';
      return [[tag, { id: anchorOf(fill(wordsOf(node))) }, ...childrenOf(node, fill)]];
    }
    case 'list': {
      const items = node.children.map((item): LegalNode => {
        const inner = node.spread
          ? childrenOf(item, fill)
          : item.children.flatMap((child) =>
              child.type === 'paragraph' ? childrenOf(child, fill) : nodesOf(child, fill),
            );
        return ['li', null, ...inner];
      });
      return [[node.ordered ? 'ol' : 'ul', null, ...items]];
    }
    case 'link': {
      const href = fill(node.url);
      if (!/^(\/(?!\/)|#|https:\/\/|mailto:)/.test(href))
        throw new LegalTextProblem(`links to "${href}". Links must begin with https://, mailto:, / or #.`);
      return [['a', { href }, ...childrenOf(node, fill)]];
    }
    case 'html':
      throw new LegalTextProblem('contains HTML. Use only Markdown.');
    default: {
      const tag = tags[node.type];
      if (tag === undefined)
        throw new LegalTextProblem(
          `contains ${node.type === 'image' ? 'an image' : node.type}, which these pages cannot show.`,
        );
      return [[tag, null, ...('children' in node ? childrenOf(node, fill) : [])]];
    }
  }
}

const isTitle = (node: MarkdownNode): boolean => node.type === 'heading' && node.depth === 1;

/**
 * Allows no HTML or images and only four kinds of links. @param fill receives text after parsing, so its
 * output is shown literally
 * @throws LegalTextProblem
 */
export function readLegalMarkdown(
  source: string,
  fill: (text: string) => string = (text) => text,
): LegalText {
  const { children } = parsedMarkdown(source);
  const shown = children[0] !== undefined && isTitle(children[0]) ? children.slice(1) : children;
  if (shown.length === 0) throw new LegalTextProblem('is empty.');
  const headings = shown.flatMap((node) =>
    node.type === 'heading' && node.depth <= 2
      ? [{ id: anchorOf(fill(wordsOf(node))), text: fill(wordsOf(node)) }]
      : [],
  );
  return { nodes: shown.flatMap((node) => nodesOf(node, fill)), headings };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlOf(node: LegalNode): string {
  if (typeof node === 'string') return escaped(node);
  const [tag, attributes, ...children] = node;
  const given = Object.entries(attributes ?? {}).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  if (tag === 'br' || tag === 'hr') return `<${tag}>`;
  const inner = children.map(htmlOf).join('');
  const id = attributes?.id;
  const shown = id === undefined ? inner : `<a class="heading-anchor" href="#${escaped(id)}">${inner}</a>`;
  return `<${tag}${given.join('')}>${shown}</${tag}>`;
}

/** The same HTML as src/web/pages/legal/legal-text.tsx. */
export function legalHtml({ nodes, headings }: LegalText): string {
  const entries = headings.map(({ id, text }) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`);
  const contents =
    entries.length < 3
      ? ''
      : `<nav class="contents-list" aria-label="On this page"><p class="contents-list-title">On this page</p><ol>${entries.join('')}</ol></nav>`;
  return `${contents}<div class="prose">${nodes.map(htmlOf).join('')}</div>`;
}
