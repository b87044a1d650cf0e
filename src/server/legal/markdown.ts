import type { LegalNode, LegalText } from '#contract/legal.ts';
import { pageText } from '#contract/markdown/page.ts';
import { type Nodes, parsedMarkdown, visit } from '#contract/markdown/tree.ts';
import { escapedText, htmlElement } from '#server/platform/markdown-html.ts';

export class LegalTextProblem extends Error {
  override readonly name = 'LegalTextProblem';
}

const refused: Partial<Record<Nodes['type'], string>> = {
  html: 'contains HTML. Use only Markdown.',
  visibilityMarker: 'contains HTML. Use only Markdown.',
  image: 'contains an image, which these pages cannot show.',
};

/**
 * Allows no HTML or images and only four kinds of links. @param fill receives text after parsing, so its
 * output is shown literally
 * @throws LegalTextProblem
 */
export function readLegalMarkdown(
  source: string,
  fill: (text: string) => string = (text) => text,
): LegalText {
  const root = parsedMarkdown(source);
  const [first] = root.children;
  if (first?.type === 'heading' && first.depth === 1) root.children.shift();
  if (root.children.length === 0) throw new LegalTextProblem('is empty.');
  visit(root, (node) => {
    const problem = refused[node.type];
    if (problem !== undefined) throw new LegalTextProblem(problem);
    if (node.type === 'text') node.value = fill(node.value);
    if (node.type === 'heading') node.depth = node.depth <= 2 ? 2 : 3;
    if (node.type !== 'link') return;
    node.url = fill(node.url);
    if (!/^(\/(?!\/)|#|https:\/\/|mailto:)/.test(node.url))
      throw new LegalTextProblem(`links to "${node.url}". Links must begin with https://, mailto:, / or #.`);
  });
  return pageText(root);
}

function htmlOf(node: LegalNode): string {
  if (typeof node === 'string') return escapedText(node);
  const [tag, attributes, ...children] = node;
  const inner = children.map(htmlOf).join('');
  const id = attributes?.id;
  return htmlElement(
    tag,
    attributes ?? {},
    id === undefined ? inner : htmlElement('a', { class: 'heading-anchor', href: `#${id}` }, inner),
  );
}

/** The same HTML as src/web/pages/legal/legal-text.tsx. */
export function legalHtml({ nodes, headings }: LegalText): string {
  const entries = headings.map(
    ({ id, text }) => `<li>${htmlElement('a', { href: `#${id}` }, escapedText(text))}</li>`,
  );
  const contents =
    entries.length < 3
      ? ''
      : `<nav class="contents-list" aria-label="On this page"><p class="contents-list-title">On this page</p><ol>${entries.join('')}</ol></nav>`;
  return `${contents}<div class="prose">${nodes.map(htmlOf).join('')}</div>`;
}
