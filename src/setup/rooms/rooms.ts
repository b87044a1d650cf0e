import { importsOf, type SourceFile } from './source-imports.ts';

export interface Room {
  name: string;
  files: number;
}

export interface Arrow {
  from: string;
  to: string;
  imports: number;
  ofTypes: number;
}

export interface RoomGraph {
  rooms: readonly Room[];
  /** Without `reads`. */
  arrows: readonly Arrow[];
  /** Which rooms read the tables of another. */
  reads: readonly { from: string; to: string }[];
  circles: readonly (readonly string[])[];
}

/** The folder below `src`, `src/server` or `src/web`. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  if (folders[0] !== 'src') return folders[0] ?? '';
  return folders.slice(0, folders[1] === 'server' || folders[1] === 'web' ? 3 : 2).join('/');
}

export function roomGraph(sources: readonly SourceFile[]): RoomGraph {
  const known = new Set(sources.map(({ path }) => path));
  const imports = sources
    .flatMap(({ path, source }) => importsOf(path, source))
    .filter(({ to }) => known.has(to));
  const rooms = new Map<string, number>();
  for (const path of known) rooms.set(roomOf(path), (rooms.get(roomOf(path)) ?? 0) + 1);
  const arrows = new Map<string, Arrow>();
  const reads = new Map<string, { from: string; to: string }>();
  for (const { from, to, isTypeOnly } of imports) {
    if (roomOf(from) === roomOf(to)) continue;
    const key = `${roomOf(from)} ${roomOf(to)}`;
    if (to.endsWith('/tables.ts')) {
      reads.set(key, { from: roomOf(from), to: roomOf(to) });
      continue;
    }
    const arrow = arrows.get(key) ?? { from: roomOf(from), to: roomOf(to), imports: 0, ofTypes: 0 };
    arrows.set(key, {
      ...arrow,
      imports: arrow.imports + 1,
      ofTypes: arrow.ofTypes + (isTypeOnly ? 1 : 0),
    });
  }
  const targets = new Map<string, string[]>([...known].map((path) => [path, []]));
  for (const { from, to } of imports) targets.get(from)?.push(to);
  return {
    rooms: [...rooms]
      .map(([name, files]) => ({ name, files }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    arrows: [...arrows.values()].toSorted(
      (one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to),
    ),
    reads: [...reads.values()].toSorted((one, other) => one.to.localeCompare(other.to)),
    circles: circlesOf(targets),
  };
}

/** Of two nodes or more. Tarjan, SIAM Journal on Computing 1 (1972). */
export function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, { at: number; lowest: number }>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(node: string): number {
    const mark = { at: found.size, lowest: found.size };
    found.set(node, mark);
    open.push(node);
    for (const next of targets.get(node) ?? []) {
      const seen = found.get(next);
      if (seen === undefined) mark.lowest = Math.min(mark.lowest, visit(next));
      else if (open.includes(next)) mark.lowest = Math.min(mark.lowest, seen.at);
    }
    if (mark.lowest === mark.at) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return mark.lowest;
  }
  for (const node of targets.keys()) if (!found.has(node)) visit(node);
  return circles;
}
