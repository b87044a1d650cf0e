import { createContext, useContext } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { lineEnds, type MarkedLine, type ProseProps } from './marked-lines.ts';

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

/** Puts the chip behind the given place of the source, as deep in the tree as that place lies. */
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
  // From the last to the first, so that the places of the others stay where they are.
  for (const [index, end] of [...ends.entries()].reverse()) {
    if (end !== null) insertChip(tree, end, index);
  }
};

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Its headings, whatever level they were written at, go on from the one they stand under. */
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

/** Always the same component, so that a chip keeps its element, and the focus on it, when the page is shown anew. */
function ChipOfLine({ value }: { value?: unknown }) {
  return <>{useContext(Lines)[Number(value)]?.chip}</>;
}

/** Markdown as a page: HTML in it stays text, images are left out, dangerous links are emptied. */
export function Markdown({ text, lines = [], below = 3 }: ProseProps) {
  const components: Components = {
    ...safeLinks,
    ...headingsBelow(text, below),
    data: ChipOfLine,
  };
  return (
    <div className="prose">
      <Lines.Provider value={lines}>
        <ReactMarkdown
          components={components}
          disallowedElements={['img']}
          rehypePlugins={[rehypeChips(lineEnds(text, lines))]}
        >
          {text}
        </ReactMarkdown>
      </Lines.Provider>
    </div>
  );
}
