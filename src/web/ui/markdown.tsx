import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import {
  type Addition,
  type Drawing,
  drawn,
  highestHeading,
  type Pen,
  safeAddress,
} from '#contract/markdown/draw.ts';
import { type Nodes, parsedMarkdown, type Root, type RootContent } from '#contract/markdown/tree.ts';
import { lineEnds, type MarkedLine, type ProseProps } from './marked-lines.ts';
import { KnownNames, NameMark } from './name-card.tsx';

export { lineEnds, type MarkedLine };

const addition = (kind: Addition['kind'], index: number, children: RootContent[] = []): Addition => ({
  type: 'addition',
  kind,
  index,
  children,
});

/** At the depth of that place in the tree. */
function insertChip(parent: Nodes, place: number, index: number): boolean {
  if (!('children' in parent)) return false;
  const children: Nodes[] = parent.children;
  for (const [at, child] of children.entries()) {
    const start = child.position?.start.offset;
    const end = child.position?.end.offset;
    if (start === undefined || end === undefined || place <= start || place > end) continue;
    const chip = addition('chip', index);
    if (child.type === 'text') {
      const cut = child.value.length === end - start ? place - start : child.value.length;
      const after = child.value.slice(cut);
      children.splice(at + 1, 0, chip, ...(after === '' ? [] : [{ type: 'text' as const, value: after }]));
      child.value = child.value.slice(0, cut);
      if (child.position) child.position.end.offset = place;
      return true;
    }
    if (insertChip(child, place, index)) return true;
    if (parent.type === 'list') return false;
    children.splice(at + 1, 0, chip);
    return true;
  }
  return false;
}

function insertChips(root: Root, ends: readonly (number | null)[]): void {
  // From the last to the first, so that the other positions stay valid.
  for (const [index, end] of [...ends.entries()].reverse()) if (end !== null) insertChip(root, end, index);
}

function markNames(root: Root, names: readonly string[]): void {
  const waiting = new Map(names.map((name, index) => [name, index]));
  const inText = (parent: Nodes): void => {
    if (!('children' in parent) || parent.type === 'link' || parent.type === 'heading') return;
    const children: Nodes[] = parent.children;
    const marked = children.flatMap((child) => {
      if (child.type === 'text') return withNames(child.value, waiting);
      inText(child);
      return [child];
    });
    children.splice(0, children.length, ...marked);
  };
  if (waiting.size > 0) inText(root);
}

function withNames(text: string, waiting: Map<string, number>): Nodes[] {
  const wanted = [...waiting.keys()].sort((one, other) => other.length - one.length).map(literally);
  const found =
    wanted.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join('|')})(?![\\p{L}\\p{N}])`, 'u').exec(text);
  const index = found === null ? undefined : waiting.get(found[0]);
  if (found === null || index === undefined) return text === '' ? [] : [{ type: 'text', value: text }];
  waiting.delete(found[0]);
  return [
    ...withNames(text.slice(0, found.index), waiting),
    addition('name', index, [{ type: 'text', value: found[0] }]),
    ...withNames(text.slice(found.index + found[0].length), waiting),
  ];
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

function fold(root: Root): void {
  const highest = highestHeading(root);
  const isTop = (node: Nodes) => node.type === 'heading' && node.depth === highest;
  if (root.children.filter(isTop).length < 2) return;
  const folded: RootContent[] = [];
  for (const child of root.children) {
    const part = folded.at(-1);
    if (isTop(child)) folded.push(addition('fold', 0, [child]));
    else if (part?.type === 'addition') part.children.push(child);
    else folded.push(child);
  }
  root.children = folded;
}

const Lines = createContext<readonly MarkedLine[]>([]);

/** Constant, so that a chip keeps its element and the focus. */
function ChipOfLine({ index }: { index: number }) {
  return <>{useContext(Lines)[index]?.chip}</>;
}

const pen: Pen<ReactNode> = {
  text: (value) => value,
  element: (tag, { class: className, ...attributes }, children) =>
    createElement(tag, { ...attributes, className }, ...children),
  addition({ kind, index }, children) {
    if (kind === 'chip') return <ChipOfLine key={`chip ${index}`} index={index} />;
    if (kind === 'name') return <NameMark index={index}>{children}</NameMark>;
    const [heading, ...part] = children;
    return createElement('details', { open: true, className: 'fold' }, <summary>{heading}</summary>, ...part);
  },
};

const link: NonNullable<Drawing['link']> = ({ url, title }) => ({
  href: safeAddress(url),
  ...(title ? { title } : {}),
  rel: 'noopener noreferrer nofollow',
  target: '_blank',
});

export const FoldingMarkdown = (props: ProseProps) => <Markdown {...props} folds />;

/** Shows HTML as text, and removes dangerous links. */
export function Markdown({ text, lines = [], below = 3, folds = false }: ProseProps & { folds?: boolean }) {
  const names = useContext(KnownNames);
  const root = parsedMarkdown(text);
  insertChips(root, lineEnds(text, lines));
  markNames(
    root,
    names.map(({ name }) => name),
  );
  if (folds) fold(root);
  return (
    <div className="prose">
      <Lines.Provider value={lines}>
        {createElement(Fragment, null, ...drawn(root, pen, { below, link, lines: true }))}
      </Lines.Provider>
    </div>
  );
}
