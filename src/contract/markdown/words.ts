import type { Nodes } from './tree.ts';

/** Without Markdown, pictures and HTML: the pieces of text as formatting divides them, with a space between blocks. */
export function wordsOf(node: Nodes): string[] {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return [node.value];
  if (!('children' in node)) return node.type === 'break' ? [' '] : [];
  const words = node.children.flatMap(wordsOf);
  return blocks.has(node.type) ? [...words, ' '] : words;
}

const blocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'listItem']);
