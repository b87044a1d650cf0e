import type { Definition, List, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { markerNodes, markerSyntax } from './marker-syntax.ts';
import { linesOf, markdownPieces, type Piece, pieceOf, stillOpen } from './pieces.ts';

export type { Link, ListItem, Nodes, Root, RootContent } from 'mdast';

declare module 'unist' {
  interface Data {
    /** Of a part that would take long: there may be other blocks in it. */
    isUnread?: boolean;
  }
}

/** Notes show HTML as text; in files for other programs it is HTML. */
export type Reading = 'notes' | 'file' | 'blocks';

const marksInLines =
  'attention autolink characterEscape characterReference codeText hardBreakEscape hardBreakTrailing htmlText labelEnd labelStartImage labelStartLink'.split(
    ' ',
  );

const without = (...disabled: string[]): Options => ({
  extensions: [{ disable: { null: disabled } }, markerSyntax],
  mdastExtensions: [markerNodes],
});
const blocks = without('htmlFlow', ...marksInLines);
const readings = {
  notes: { whole: without('htmlFlow'), blocks },
  file: { whole: without(), blocks: without(...marksInLines) },
  blocks: { whole: blocks, blocks },
};

/**
 * The one tree that notes are drawn, exported and searched from, and that decides who may see them. As CommonMark, with
 * the markers of visibility; long or dense pieces more coarsely. `blocks` leaves the marks in a line unread, in a fifth
 * of the time.
 */
export function parsedMarkdown(source: string, reading: Reading = 'notes'): Root {
  const whole = pieceOf(source, { offset: 0, line: 0 });
  const pieces = whole.reading === 'whole' ? [whole] : markdownPieces(source);
  const root: Root = { type: 'root', children: [] };
  for (const piece of pieces) append(root, blocksOf(piece, reading), source);
  const definitions = new Map<string, Definition>();
  visit(root, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
  });
  if (definitions.size > 0) resolve(root, definitions);
  return root;
}

/** In the order of the text. */
export function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}

function blocksOf(piece: Piece, reading: Reading): RootContent[] {
  if (piece.reading === 'paragraphs') return paragraphsOf(piece);
  const root = fromMarkdown(piece.source, readings[reading][piece.reading]);
  visit(root, ({ position }) => {
    for (const point of position ? [position.start, position.end] : []) {
      point.offset = (point.offset ?? 0) + piece.offset;
      point.line += piece.line;
    }
  });
  return root.children;
}

/** One list may be in many pieces. */
function append({ children }: Root, next: RootContent[], source: string): void {
  const [last, first] = [children.at(-1), next[0]];
  if (last?.type === 'list' && first?.type === 'list' && signOf(last, source) === signOf(first, source)) {
    const between = source.slice(last.position?.end.offset, first.position?.start.offset);
    last.spread ||= first.spread || /[\n\r][ \t]*[\n\r]/.test(between.replaceAll('\r\n', '\n'));
    last.children.push(...first.children);
    if (last.position && first.position) last.position.end = first.position.end;
    next.shift();
  }
  children.push(...next);
}

const signOf = ({ position }: List, source: string): string | undefined =>
  /\d*(.)/sy.exec(source.slice(position?.start.offset, (position?.start.offset ?? 0) + 11))?.[1];

function resolve(node: Nodes, definitions: ReadonlyMap<string, Definition>): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    resolve(child, definitions);
    const definition = 'identifier' in child ? definitions.get(child.identifier) : undefined;
    if (definition === undefined) continue;
    const { url, title } = definition;
    if (child.type === 'linkReference') Object.assign(child, { type: 'link', url, title });
    if (child.type === 'imageReference') Object.assign(child, { type: 'image', url, title });
  }
}

const plainHeading = /^(#{1,6})[ \t]+(?=\S)/;

/** Headings stay, because sessions and sections begin with them. */
function paragraphsOf(piece: Piece): RootContent[] {
  const blocks: RootContent[] = [];
  let text = '';
  let from = { offset: piece.offset, line: piece.line };
  let at = from;
  let open: string | null = null;
  const end = () => {
    const value = text.trim();
    if (value !== '') blocks.push({ type: 'paragraph', ...plain(value), position: between(from, at) });
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
      blocks.push({ type: 'heading', depth, ...plain(value), position });
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

const plain = (value: string) => ({
  children: [{ type: 'text' as const, value }],
  data: { isUnread: true },
});

const depths = [1, 2, 3, 4, 5, 6] as const;

const between = (
  start: { offset: number; line: number },
  end: { offset: number; line: number },
): NonNullable<RootContent['position']> => ({
  start: { offset: start.offset, line: start.line + 1, column: 1 },
  end: { offset: end.offset, line: end.line + 1, column: 1 },
});
