import { pageText, textOf } from '#contract/markdown/page.ts';
import { type Nodes, parsedMarkdown, visit } from '#contract/markdown/tree.ts';
import type { PostBody, PostFacts } from '../../web/pages/blog/post.ts';

const WORDS_A_MINUTE = 220;
const LONGEST: Readonly<Record<string, number>> = { title: 60, description: 155 };

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

function refuse(slug: string, node: Nodes): void {
  const isShown = node.type === 'heading' ? node.depth === 2 || node.depth === 3 : !unshown.has(node.type);
  if (!isShown) throw new PostProblem(`${slug}.md contains ${node.type}, which posts do not show.`);
  if (node.type === 'link' && !/^(\/|#|https:\/\/)/.test(node.url))
    throw new PostProblem(`${slug}.md links to "${node.url}".`);
}

const unshown: ReadonlySet<string> = new Set(['html', 'image', 'visibilityMarker']);

/** Front matter, then headings of level 2 and 3. Rejects pictures and HTML. @throws PostProblem */
export function compilePost(slug: string, source: string): { facts: PostFacts; body: PostBody } {
  const { fields, text } = frontMatterOf(slug, source);
  const root = parsedMarkdown(text);
  visit(root, (node) => refuse(slug, node));
  const body = pageText(root);
  const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  const anchors = new Set<string>();
  for (const node of body.nodes) {
    const id = typeof node === 'string' ? undefined : node[1]?.id;
    if (id === undefined) continue;
    if (id === '' || anchors.has(id))
      throw new PostProblem(`${slug}.md: the heading "${textOf(node)}" is empty or repeats another.`);
    anchors.add(id);
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
    body,
  };
}
