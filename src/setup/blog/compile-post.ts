import Markdown from 'react-markdown';
import type { PostBody, PostFacts, PostHeading, PostNode } from '../../web/pages/blog/post.ts';

interface MarkdownNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: MarkdownNode[];
}

const WORDS_A_MINUTE = 220;
const LONGEST: Readonly<Record<string, number>> = { title: 60, description: 155 };
const elements = new Set('p h2 h3 strong em code pre ul ol li blockquote a hr br'.split(' '));

export class PostProblem extends Error {
  override readonly name = 'PostProblem';
}

function frontMatterOf(slug: string, source: string) {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || text === undefined) throw new PostProblem(`${slug}.md has no front matter.`);
  const fields = new Map(
    head.split('\n').map((line) => {
      const [, name, value] = /^(\w+): +(\S.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new PostProblem(`${slug}.md: "${line}" is not "name: value".`);
      return [name, value.trim()] as const;
    }),
  );
  return { fields, text };
}

function field(slug: string, fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name);
  if (value === undefined) throw new PostProblem(`${slug}.md lacks "${name}".`);
  const longest = LONGEST[name] ?? Number.POSITIVE_INFINITY;
  if (value.length > longest) throw new PostProblem(`${slug}.md: "${name}" is over ${longest} characters.`);
  return value;
}

function dateOf(slug: string, fields: ReadonlyMap<string, string>): string {
  const date = field(slug, fields, 'date');
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new PostProblem(`${slug}.md: "date" is not a day such as 2026-10-14.`);
  return date;
}

function treeOf(text: string): MarkdownNode {
  let tree: MarkdownNode = { type: 'root' };
  Markdown({
    children: text,
    rehypePlugins: [
      () => (root: MarkdownNode) => {
        // Later steps turn HTML into text.
        tree = structuredClone(root);
      },
    ],
  });
  return tree;
}

const textOf = (node: MarkdownNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function attributesOf(slug: string, node: MarkdownNode): Record<string, string> | null {
  if (node.tagName === 'h2' || node.tagName === 'h3') return { id: anchorOf(textOf(node)) };
  if (node.tagName !== 'a') return null;
  const href = String(node.properties?.href ?? '');
  if (!/^(\/|#|https:\/\/)/.test(href)) throw new PostProblem(`${slug}.md links to "${href}".`);
  return { href };
}

function nodesOf(slug: string, nodes: readonly MarkdownNode[]): PostNode[] {
  return nodes.flatMap((node): PostNode[] => {
    if (node.type === 'text') return node.value === '\n' ? [] : [node.value ?? ''];
    const tag = node.tagName ?? node.type;
    if (!elements.has(tag)) throw new PostProblem(`${slug}.md contains <${tag}>, which posts do not show.`);
    return [[tag, attributesOf(slug, node), ...nodesOf(slug, node.children ?? [])]];
  });
}

/** Front matter, then headings of level 2 and 3. Rejects pictures and HTML. @throws PostProblem */
export function compilePost(slug: string, source: string): { facts: PostFacts; body: PostBody } {
  const { fields, text } = frontMatterOf(slug, source);
  const tree = treeOf(text).children ?? [];
  const nodes = nodesOf(slug, tree);
  const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  const headings: PostHeading[] = [];
  const anchors = new Set<string>();
  for (const node of tree) {
    if (node.tagName !== 'h2' && node.tagName !== 'h3') continue;
    const heading = { id: anchorOf(textOf(node)), text: textOf(node) };
    if (heading.id === '' || anchors.has(heading.id))
      throw new PostProblem(`${slug}.md: the heading "${heading.text}" is empty or repeats another.`);
    anchors.add(heading.id);
    if (node.tagName === 'h2') headings.push(heading);
  }
  return {
    facts: {
      slug,
      title: field(slug, fields, 'title'),
      description: field(slug, fields, 'description'),
      date: dateOf(slug, fields),
      author: field(slug, fields, 'author'),
      tags: field(slug, fields, 'tags').split(/, */),
      words,
      minutes: Math.ceil(words / WORDS_A_MINUTE),
    },
    body: { nodes, headings },
  };
}
