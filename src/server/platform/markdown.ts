import { fromMarkdown } from 'mdast-util-from-markdown';
import { linesOf, markdownPieces, type Piece, pieceOf, stillOpen } from '#contract/markdown-pieces.ts';

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];

/** As CommonMark if that is quick; else piece by piece, and what would take long as plain paragraphs. */
export function parsedMarkdown(source: string): Root {
  const whole = pieceOf(source, { offset: 0, line: 0 });
  if (!whole.isPlain) return fromMarkdown(source);
  return { type: 'root', children: markdownPieces(source).flatMap(blocksOf) };
}

function blocksOf(piece: Piece): Block[] {
  if (piece.isPlain) return plainBlocks(piece);
  const { children } = fromMarkdown(piece.source);
  for (const child of children) shift(child, piece);
  return children;
}

function shift(node: Block, by: Pick<Piece, 'offset' | 'line'>): void {
  for (const point of node.position ? [node.position.start, node.position.end] : []) {
    point.offset = (point.offset ?? 0) + by.offset;
    point.line += by.line;
  }
  if ('children' in node) for (const child of node.children) shift(child, by);
}

const plainHeading = /^(#{1,6})[ \t]+(?=\S)/;

/** Headings stay, because sessions and sections begin with them. */
function plainBlocks(piece: Piece): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let from = { offset: piece.offset, line: piece.line };
  let at = from;
  let open: string | null = null;
  const end = () => {
    const value = text.trim();
    if (value !== '')
      blocks.push({ type: 'paragraph', children: [{ type: 'text', value }], position: between(from, at) });
    text = '';
    from = at;
  };
  for (const { text: line, length } of linesOf(piece.source)) {
    const signs = open === null ? plainHeading.exec(line)?.[1] : undefined;
    const next = { offset: at.offset + length, line: at.line + 1 };
    open = stillOpen(open, line);
    if (signs !== undefined) {
      end();
      const value = line.slice(signs.length).trim();
      const depth = depths[signs.length - 1] ?? 6;
      const position = between(at, { offset: at.offset + line.length, line: at.line });
      blocks.push({ type: 'heading', depth, children: [{ type: 'text', value }], position });
      from = next;
    } else if (line.trim() === '') {
      end();
      from = next;
    } else text += `${line}\n`;
    at = next;
  }
  end();
  return blocks;
}

const depths = [1, 2, 3, 4, 5, 6] as const;

const between = (
  start: { offset: number; line: number },
  end: { offset: number; line: number },
): NonNullable<Block['position']> => ({
  start: { offset: start.offset, line: start.line + 1, column: 1 },
  end: { offset: end.offset, line: end.line + 1, column: 1 },
});
