import { createContext, useContext } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { lineEnds, type MarkedLine, type ProseProps } from './marked-lines.ts';
import { KnownNames, NameMark } from './name-card.tsx';

export { lineEnds, type MarkedLine };

interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  position?: { start: { offset?: number }; end: { offset?: number } };
  children?: TreeNode[];
}

const chipAt = (index: number): TreeNode => ({
  type: 'element',
  tagName: 'data',
  properties: { value: String(index) },
  children: [],
});

/** At the depth of that place in the tree. */
function insertChip(parent: TreeNode, sourceOffset: number, index: number): boolean {
  const children = parent.children ?? [];
  for (const [position, child] of children.entries()) {
    const start = child.position?.start.offset;
    const end = child.position?.end.offset;
    if (start === undefined || end === undefined || sourceOffset <= start || sourceOffset > end) continue;
    if (child.type === 'text' && child.value !== undefined) {
      const cut = child.value.length === end - start ? sourceOffset - start : child.value.length;
      const before: TreeNode = {
        ...child,
        value: child.value.slice(0, cut),
        position: { start: { offset: start }, end: { offset: sourceOffset } },
      };
      const after: TreeNode = {
        ...child,
        value: child.value.slice(cut),
        position: { start: { offset: sourceOffset }, end: { offset: end } },
      };
      children.splice(position, 1, before, chipAt(index), ...(after.value ? [after] : []));
      return true;
    }
    if (insertChip(child, sourceOffset, index)) return true;
    children.splice(position + 1, 0, chipAt(index));
    return true;
  }
  return false;
}

const rehypeChips = (ends: readonly (number | null)[]) => () => (tree: TreeNode) => {
  // From the last to the first, so that the other positions stay valid.
  for (const [index, end] of [...ends.entries()].reverse()) {
    if (end !== null) insertChip(tree, end, index);
  }
};

const noText = ['a', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const rehypeNames = (names: readonly string[]) => () => (tree: TreeNode) => {
  const waiting = new Map(names.map((name, index) => [name, index]));
  const inText = (parent: TreeNode): void => {
    parent.children = (parent.children ?? []).flatMap((child) => {
      if (child.type !== 'text' || child.value === undefined) {
        if (!noText.includes(child.tagName ?? '')) inText(child);
        return [child];
      }
      return marked(child.value, waiting);
    });
  };
  if (waiting.size > 0) inText(tree);
};

function marked(text: string, waiting: Map<string, number>): TreeNode[] {
  const wanted = [...waiting.keys()].sort((one, other) => other.length - one.length).map(literally);
  const found =
    wanted.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join('|')})(?![\\p{L}\\p{N}])`, 'u').exec(text);
  const index = found === null ? undefined : waiting.get(found[0]);
  if (found === null || index === undefined) return text === '' ? [] : [{ type: 'text', value: text }];
  waiting.delete(found[0]);
  const end = found.index + found[0].length;
  return [
    ...marked(text.slice(0, found.index), waiting),
    {
      type: 'element',
      tagName: 'mark',
      properties: { value: String(index) },
      children: [{ type: 'text', value: found[0] }],
    },
    ...marked(text.slice(end), waiting),
  ];
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const rehypeFolds = () => (tree: TreeNode) => {
  const children = tree.children ?? [];
  const levelOf = ({ tagName = '' }: TreeNode) => (/^h[1-6]$/u.test(tagName) ? Number(tagName[1]) : null);
  const highest = Math.min(...children.map((child) => levelOf(child) ?? 7));
  if (children.filter((child) => levelOf(child) === highest).length < 2) return;
  const folded: TreeNode[] = [];
  for (const child of children) {
    const part = folded.at(-1);
    if (levelOf(child) === highest)
      folded.push({
        type: 'element',
        tagName: 'details',
        properties: { open: 'open', className: 'fold' },
        children: [{ type: 'element', tagName: 'summary', properties: {}, children: [child] }],
      });
    else if (part?.tagName === 'details') part.children?.push(child);
    else folded.push(child);
  }
  tree.children = folded;
};

const levels = [1, 2, 3, 4, 5, 6] as const;

function headingsBelow(text: string, below: number): Components {
  const written = [...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(([, marks = '']) => marks.length);
  const highest = Math.min(...written, 6);
  const shifted = levels.map((level) => {
    const shown = levels[Math.min(6, Math.max(1, below + 1 + level - highest)) - 1] ?? 6;
    return [`h${level}`, `h${shown}`] as const;
  });
  return Object.fromEntries(shifted);
}

const safeLinks: Components = {
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  ),
};

const Lines = createContext<readonly MarkedLine[]>([]);

/** Constant, so that a chip keeps its element and the focus. */
function ChipOfLine({ value }: { value?: unknown }) {
  return <>{useContext(Lines)[Number(value)]?.chip}</>;
}

export const FoldingMarkdown = (props: ProseProps) => <Markdown {...props} folds />;

/** Shows HTML as text, and removes images and dangerous links. */
export function Markdown({ text, lines = [], below = 3, folds = false }: ProseProps & { folds?: boolean }) {
  const names = useContext(KnownNames);
  const components: Components = {
    ...safeLinks,
    ...headingsBelow(text, below),
    data: ChipOfLine,
    mark: NameMark,
  };
  return (
    <div className="prose">
      <Lines.Provider value={lines}>
        <ReactMarkdown
          components={components}
          disallowedElements={['img']}
          rehypePlugins={[
            rehypeChips(lineEnds(text, lines)),
            rehypeNames(names.map(({ name }) => name)),
            ...(folds ? [rehypeFolds] : []),
          ]}
        >
          {text}
        </ReactMarkdown>
      </Lines.Provider>
    </div>
  );
}
