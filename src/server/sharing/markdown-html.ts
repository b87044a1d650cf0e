import { fromMarkdown } from 'mdast-util-from-markdown';
import { escapeHtml } from './html.ts';

type Root = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Root['children'][number] | Root;

/** Deeper than people write; recursion ends here. */
const DEEPEST = 60;

const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  blockquote: 'blockquote',
};

/**
 * Markdown as HTML for a public page: HTML in it stays text, pictures are left out, links lead to web pages only.
 * @param text is given each piece of text after the Markdown was read
 * @param below level of the heading that the text stands under
 */
export function markdownHtml(source: string, text: (piece: string) => string, below: 2 | 3): string {
  const root = fromMarkdown(source);
  const levels = root.children.flatMap((node) => (node.type === 'heading' ? [node.depth] : []));
  const shift = below + 1 - Math.min(...levels, 6);
  const shown = (piece: string) => escapeHtml(text(piece));

  function inner(node: MarkdownNode, depth: number): string {
    return 'children' in node ? node.children.map((child) => html(child, depth + 1)).join('') : '';
  }

  function html(node: MarkdownNode, depth: number): string {
    if (depth > DEEPEST) return '';
    switch (node.type) {
      case 'text':
      case 'html':
        return shown(node.value);
      case 'inlineCode':
        return `<code>${shown(node.value)}</code>`;
      case 'code':
        return `<pre><code>${shown(node.value)}</code></pre>`;
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
        return `<li>${node.children
          .map((child) =>
            child.type === 'paragraph' && !node.spread ? inner(child, depth + 1) : html(child, depth + 1),
          )
          .join('')}</li>`;
      case 'link': {
        const isHidden = text(decoded(node.url)) !== decoded(node.url).normalize('NFC');
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

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The first words of a Markdown text, without its signs. */
export function plainStart(source: string, text: (piece: string) => string, length: number): string {
  const words: string[] = [];
  const visit = (node: MarkdownNode, depth: number): void => {
    if (depth > DEEPEST) return;
    if (node.type === 'text' || node.type === 'inlineCode') words.push(node.value);
    else if ('children' in node) {
      for (const child of node.children) visit(child, depth + 1);
      if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'listItem') words.push(' ');
    }
  };
  visit(fromMarkdown(source), 0);
  const plain = text(words.join('')).replace(/\s+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= length
    ? plain
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
