import type { Node, RootContent } from 'mdast';
import { type Link, type ListItem, type Nodes, type Root, visit } from './tree.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Draws elements of React, HTML, or a tree of data. */
export interface Pen<T> {
  text(value: string): T;
  element(tag: string, attributes: Attributes, children: T[]): T;
  addition?(addition: Addition, children: T[]): T;
}

export interface Drawing {
  /** The level of the heading above, right below which the highest of the text comes. */
  below?: number;
  /** Null: only its words. */
  link?: (link: Link) => Attributes | null;
  /** Blocks begin on lines of their own. */
  lines?: boolean;
}

/** What was put into the tree, or around a part of it. */
export interface Addition extends Node {
  type: 'addition';
  kind: 'chip' | 'name' | 'fold' | 'html';
  index: number;
  children: RootContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    addition: Addition;
  }
  interface BlockContentMap {
    addition: Addition;
  }
  interface RootContentMap {
    addition: Addition;
  }
}

const tags: Readonly<Record<string, string>> = {
  blockquote: 'blockquote',
  strong: 'strong',
  emphasis: 'em',
  thematicBreak: 'hr',
};

/** Safe by construction: there are no elements and attributes but these. HTML is text, a picture its description. */
export function drawn<T>(
  root: Root,
  pen: Pen<T>,
  { below, link = safeLink, lines = false }: Drawing = {},
): T[] {
  const shift = below === undefined ? 0 : below + 1 - highestHeading(root);
  const newline = () => (lines ? [pen.text('\n')] : []);
  const element = (tag: string, children: T[], attributes: Attributes = {}) => [
    pen.element(tag, attributes, children),
  ];
  const all = (nodes: readonly Nodes[]) => nodes.flatMap(draw);
  const stacked = (nodes: readonly Nodes[]) =>
    nodes
      .map(draw)
      .filter(({ length }) => length > 0)
      .flatMap((one) => [...newline(), ...one]);

  function item({ children }: ListItem, isLoose: boolean): T[] {
    const parts: T[] = [];
    let isBare = true;
    for (const child of children) {
      const content = child.type === 'paragraph' && !isLoose ? all(child.children) : draw(child);
      if (content.length === 0) continue;
      isBare = child.type === 'paragraph' && !isLoose;
      parts.push(...(isBare && parts.length === 0 ? [] : newline()), ...content);
    }
    return element('li', isBare ? parts : [...parts, ...newline()]);
  }

  function draw(node: Nodes): T[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return [pen.text(node.value)];
      case 'inlineCode':
        return element('code', [pen.text(node.value.replace(/\r\n|\r|\n/g, ' '))]);
      case 'code': {
        const language: Attributes = node.lang ? { class: `language-${node.lang}` } : {};
        const value = node.value === '' ? '' : `${node.value}\n`;
        return element('pre', element('code', [pen.text(value)], language));
      }
      case 'heading':
        return element(`h${Math.max(1, Math.min(6, node.depth + shift))}`, all(node.children));
      case 'paragraph': {
        const words = all(node.children);
        return words.length === 0 ? [] : element('p', words);
      }
      case 'list': {
        const isLoose = node.spread === true || node.children.some(({ spread }) => spread === true);
        const items = node.children.flatMap((one) => [...newline(), ...item(one, isLoose)]);
        const start = node.start ?? 1;
        const attributes: Attributes = node.ordered && start !== 1 ? { start: String(start) } : {};
        return element(node.ordered ? 'ol' : 'ul', [...items, ...newline()], attributes);
      }
      case 'link': {
        const attributes = link(node);
        return attributes === null ? all(node.children) : element('a', all(node.children), attributes);
      }
      case 'image':
      case 'imageReference':
        return node.alt ? [pen.text(node.alt)] : [];
      case 'blockquote':
        return element('blockquote', [...stacked(node.children), ...newline()]);
      case 'break':
        return [...element('br', []), ...newline()];
      case 'addition':
        return pen.addition === undefined ? [] : [pen.addition(node, all(node.children))];
      case 'definition':
      case 'visibilityMarker':
        return [];
      default: {
        const tag = tags[node.type];
        const children = 'children' in node ? all(node.children) : [];
        return tag === undefined ? children : element(tag, children);
      }
    }
  }

  return stacked(root.children).slice(newline().length);
}

export function highestHeading(root: Root): number {
  let highest = 6;
  visit(root, (node) => {
    if (node.type === 'heading') highest = Math.min(highest, node.depth);
  });
  return highest;
}

const otherScheme = /^(?!(?:https?|ircs?|mailto|xmpp):)[^:/?#]*:/i;

/** As it is written in HTML; empty if it may run a script. */
export const safeAddress = (url: string): string =>
  otherScheme.test(url)
    ? ''
    : encodeURI(url.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%25(?=[0-9a-f]{2})/gi, '%');

const safeLink = ({ url, title }: Link): Attributes => ({
  href: safeAddress(url),
  ...(title ? { title } : {}),
});
