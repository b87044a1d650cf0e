import { type Attributes, drawn } from './draw.ts';
import type { Root } from './tree.ts';

/** Text, or an element as [tag, attributes, …children]. */
type PageNode = string | readonly [string, Attributes | null, ...PageNode[]];

interface PageText {
  nodes: PageNode[];
  /** Of level 2. */
  headings: { id: string; text: string }[];
}

/** As data, with an anchor at each heading of level 2 and 3. */
export function pageText(root: Root): PageText {
  const headings: PageText['headings'] = [];
  const nodes = drawn<PageNode>(root, {
    text: (value) => value,
    element(tag, attributes, children) {
      if (tag === 'a') return [tag, attributes, ...children];
      if (tag !== 'h2' && tag !== 'h3') return [tag, null, ...children];
      const text = children.map(textOf).join('');
      const heading = { id: anchorOf(text), text };
      if (tag === 'h2') headings.push(heading);
      return [tag, { id: heading.id }, ...children];
    },
  });
  return { nodes, headings };
}

export function textOf(node: PageNode): string {
  if (typeof node === 'string') return node;
  const [, , ...children] = node;
  return children.map(textOf).join('');
}

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
