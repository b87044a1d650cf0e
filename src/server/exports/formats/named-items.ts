import { parsedMarkdown, type RootContent } from '#contract/markdown/tree.ts';
import { headingText, placeOf, sliceOf } from './blocks.ts';

export interface NamedItem {
  name: string | null;
  status: string | null;
  description: string;
}

const namedList = /^[-*+][ \t]+(?:<!--.*?-->[ \t]*)?\*\*/;
const boldTitle = /^\*\*[^*]+\*\*:?[ \t]*$/;
const named =
  /^\*\*(.+?)\*\*[ \t]*(?:\((new|active|completed|failed)\))?[ \t]*(?::|–|—|-(?=\s))?[ \t]*([\s\S]*)$/;

/** Its top-level bullets, the texts under its headings, or else its paragraphs. */
export function namedItems(body: string): NamedItem[] {
  const items: NamedItem[] = [];
  const { children } = parsedMarkdown(body, 'blocks');
  let scene: NamedItem | null = null;
  let end = 0;
  for (const [at, node] of children.entries()) {
    if (isGroupTitle(node, children[at + 1], body)) {
      // A line such as “### Met” right above a list of names is no name.
    } else if (node.type === 'heading') {
      scene = { name: headingText(sliceOf(body, node)), status: null, description: '' };
      items.push(scene);
    } else if (scene !== null) {
      scene.description += body.slice(end, placeOf(node).end);
    } else if (node.type === 'list' && node.ordered !== true) {
      items.push(...node.children.map((item) => itemOf(outdented(sliceOf(body, item)))));
    } else items.push(itemOf(sliceOf(body, node)));
    end = placeOf(node).end;
  }
  return items
    .map((item) => ({ ...item, description: item.description.trim() }))
    .filter(({ name, description }) => name !== null || description !== '');
}

const isGroupTitle = (node: RootContent, next: RootContent | undefined, body: string): boolean =>
  next?.type === 'list' &&
  namedList.test(sliceOf(body, next)) &&
  (node.type === 'heading' || (node.type === 'paragraph' && boldTitle.test(sliceOf(body, node))));

const outdented = (item: string): string => item.replace(/^[-*+][ \t]*/, '').replace(/^(?: {1,2}|\t)/gm, '');

function itemOf(text: string): NamedItem {
  const [, name, status = null, description] = named.exec(text.trim()) ?? [];
  if (name === undefined || description === undefined) return { name: null, status: null, description: text };
  return { name: name.trim().replace(/:$/, '').trim(), status, description };
}
