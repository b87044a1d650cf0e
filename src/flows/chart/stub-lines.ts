import { textWidth } from './chart-text.ts';
import type { TransitionKind } from './chart-words.ts';
import {
  type Box,
  iconWidth,
  isGroup,
  type Line,
  type Point,
  padding,
  type Row,
  type Story,
  textSize,
  titleSizes,
} from './story-shapes.ts';

interface StubLine {
  id: string;
  kind: TransitionKind;
  from: Box;
  /** Of `sentenceOf`. */
  sentence: string;
  /** Of the row that it begins at. */
  y: number;
  to: Box;
  isInherited: boolean;
}

interface Rectangle extends Point {
  width: number;
  height: number;
}

/** Pixels beside a text or a border in which a line would touch it. */
const touch = 3;

function ofRow(box: Box, { style, icon, indent, text, y }: Row): Rectangle {
  const isTitle = style === 'title';
  const size = isTitle ? titleSizes[box.isMain ? 'main' : 'other'] : textSize;
  const before = icon ? iconWidth : 0;
  return {
    x: box.x + padding + indent - before - touch,
    y: box.y + y - 0.75 * size,
    width: before + textWidth(text, size, isTitle) + 2 * touch,
    height: 0.9 * size,
  };
}

const ofLabel = ({ x, y, text }: Line['label'][number]): Rectangle => ({
  x: x - touch,
  y: y - 0.75 * textSize,
  width: textWidth(text, textSize, true) + 2 * touch,
  height: 0.9 * textSize,
});

/** Where a line would make a text hard to read. */
function textsOf({ boxes, lines }: Pick<Story, 'boxes' | 'lines'>): Rectangle[] {
  return [
    ...boxes.flatMap((box) => box.rows.map((row) => ofRow(box, row))),
    ...lines.flatMap(({ label }) => label.map(ofLabel)),
  ];
}

/** The button that closes an open group. */
export const handleOf = ({ x, y, width }: Rectangle): Rectangle => ({
  x: x + width - 33,
  y: y + 5,
  width: 24,
  height: 24,
});

/** Pixels between a box and the lines beside it: half of the space between two boxes. */
const lane = 7;
const headSpace = 12;
/** What a turn and a crossed text cost, beside a line's length. */
const turn = 24;
const crossing = 3000;
/** Lines that would hide each other lie beside each other. */
const shifts = [0, 2.5, -2.5, 5, -5] as const;

type Span = readonly [from: number, to: number];

const overlap = ([start, end]: Span, [from, to]: Span) => start < to && end > from;
const spanOf = (one: number, two: number): Span => [Math.min(one, two), Math.max(one, two)];
const sorted = (all: readonly number[]) => [...new Set(all)].toSorted((one, two) => one - two);

function turnsOf(way: readonly Point[]): Point[] {
  return way.filter(({ x, y }, index) => {
    const [last, next] = [way[index - 1], way[index + 1]];
    return !last || !next || !((last.x === x && next.x === x) || (last.y === y && next.y === y));
  });
}

/** Finds ways in the lanes beside the boxes, past all texts where there is one. */
export class Router {
  readonly #width: number;
  readonly #obstacles: readonly Rectangle[];
  /** Lines cross the borders of a group, and do not run along them. */
  readonly #groups: readonly Rectangle[];
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];
  readonly #blocked = new Map<string, readonly Span[]>();
  readonly #known = new Map<StubLine, readonly Point[]>();
  /** Of the arrows of the main way. */
  readonly #heads: readonly Point[];

  constructor({ boxes, lines, width, height }: Story) {
    this.#width = width;
    this.#heads = lines.flatMap(({ kind, points }) =>
      kind === 'belongs' ? [] : [points[0] ?? [], points.at(-1) ?? []].flat(),
    );
    this.#groups = boxes.filter(isGroup);
    this.#obstacles = [
      ...boxes.filter((box) => !isGroup(box)),
      ...textsOf({ boxes: boxes.filter(isGroup), lines }),
      ...boxes.filter(isGroup).map(handleOf),
      // Around the picture.
      { x: -lane, y: 0, width: lane, height },
      { x: width, y: 0, width: lane, height },
      { x: 0, y: -lane, width, height: lane },
      { x: 0, y: height, width, height: lane },
    ];
    const lanesOf = (start: number, size: number, most: number) =>
      [start - lane, start + size + lane].map((at) => Math.round(Math.min(most - 2, Math.max(2, at))));
    this.#xs = sorted(boxes.flatMap((box) => lanesOf(box.x, box.width, width)));
    this.#ys = sorted(boxes.flatMap((box) => lanesOf(box.y, box.height, height)));
  }

  #blockedOn(axis: 'x' | 'y', at: number): readonly Span[] {
    const known = this.#blocked.get(`${axis}${at}`);
    if (known) return known;
    const spans = (of: readonly Rectangle[], isHit: (start: number, end: number) => boolean) =>
      of.flatMap(({ x, y, width, height }): Span[] => {
        const [start, size, from, length] = axis === 'x' ? [x, width, y, height] : [y, height, x, width];
        return isHit(start, start + size) ? [[from, from + length]] : [];
      });
    const blocked = [
      ...spans(this.#obstacles, (start, end) => at > start && at < end),
      ...spans(this.#groups, (start, end) => Math.min(Math.abs(at - start), Math.abs(at - end)) < touch),
    ];
    this.#blocked.set(`${axis}${at}`, blocked);
    return blocked;
  }

  #price(axis: 'x' | 'y', at: number, span: Span): number {
    let price = span[1] - span[0];
    for (const blocked of this.#blockedOn(axis, at)) if (overlap(blocked, span)) price += crossing;
    return price;
  }

  /** The sides of a box, and the lanes beside them. */
  #doors({ x, width }: Box): { side: number; x: number }[] {
    return [
      { side: x, x: Math.round(Math.max(2, x - lane)) },
      { side: x + width, x: Math.round(Math.min(this.#width - 2, x + width + lane)) },
    ];
  }

  /** Beside its title; higher where an arrow of the main way begins or ends, whose label is below it: so no two heads meet. */
  #endOf({ x, y, width, rows }: Box): number {
    const title = Math.round(y + (rows[0]?.y ?? 24) - 5);
    const isTaken = this.#heads.some(
      (head) => Math.abs(head.y - title) < headSpace && head.x >= x - lane && head.x <= x + width + lane,
    );
    return isTaken ? title - headSpace : title;
  }

  /** The shortest way from a row of a box to the title of another. */
  #way({ from, y, to }: StubLine): Point[] {
    const begin = Math.round(y);
    const end = this.#endOf(to);
    const xs = this.#xs;
    const ys = sorted([...this.#ys, begin, end]);
    const starts = this.#doors(from);
    const ends = this.#doors(to);
    // A head needs the whole lane.
    const wide = ends.filter(({ side, x }) => Math.abs(side - x) >= lane - 1);
    const goals = wide.length > 0 ? wide : ends;
    const places = xs.length * ys.length;
    const xOf = (place: number) => xs[place % xs.length] ?? 0;
    const yOf = (place: number) => ys[Math.floor(place / xs.length)] ?? 0;
    // Each place twice: reached across, and reached up or down.
    const costs = new Float64Array(2 * places).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(2 * places).fill(-1);
    const open: number[][] = [];
    const reach = (node: number, cost: number, last: number) => {
      if (cost >= (costs[node] ?? 0)) return;
      costs[node] = cost;
      before[node] = last;
      const [x, y] = [xOf(node % places), yOf(node % places)];
      const total = Math.ceil(
        cost + Math.min(...goals.map((goal) => Math.abs(goal.x - x))) + Math.abs(end - y),
      );
      open[total] ??= [];
      open[total].push(node);
    };
    for (const { side, x } of starts)
      reach(ys.indexOf(begin) * xs.length + xs.indexOf(x), Math.abs(side - x), -1);
    const done = new Uint8Array(2 * places);
    // What is added to a list while it is walked is walked, too.
    for (let total = 0; total < open.length; total += 1) {
      for (const node of open[total] ?? []) {
        if (done[node]) continue;
        done[node] = 1;
        const place = node % places;
        const isDown = node >= places;
        const [x, y, cost] = [xOf(place), yOf(place), costs[node] ?? 0];
        const goal = y === end && !isDown ? goals.find((one) => one.x === x) : undefined;
        if (goal) {
          const way: Point[] = [{ x: goal.side, y: end }];
          for (let last = node; last >= 0; last = before[last] ?? -1)
            way.unshift({ x: xOf(last % places), y: yOf(last % places) });
          return [{ x: starts.find((one) => one.x === way[0]?.x)?.side ?? from.x, y: begin }, ...way];
        }
        const column = place % xs.length;
        for (const step of [-1, 1]) {
          const beside = xs[column + step];
          if (beside !== undefined)
            reach(place + step, cost + this.#price('y', y, spanOf(x, beside)) + (isDown ? turn : 0), node);
          const next = place + step * xs.length;
          if (next >= 0 && next < places)
            reach(
              places + next,
              cost + this.#price('x', x, spanOf(y, yOf(next))) + (isDown ? 0 : turn),
              node,
            );
        }
      }
    }
    return [];
  }

  /** Ends and turns of each line. */
  ways(lines: readonly StubLine[]): Point[][] {
    const taken = new Map<string, { span: Span; to: Box; shift: number }[]>();
    return lines.map((line) => {
      const turns = this.#known.get(line) ?? turnsOf(this.#way(line));
      this.#known.set(line, turns);
      const points = turns.map((point) => ({ ...point }));
      // Its first and last part belong to a text.
      for (let index = 1; index + 2 < turns.length; index += 1) {
        const [one, two] = [turns[index], turns[index + 1]];
        const [first, second] = [points[index], points[index + 1]];
        if (!one || !two || !first || !second) continue;
        const axis = one.x === two.x ? 'x' : 'y';
        const span = axis === 'x' ? spanOf(one.y, two.y) : spanOf(one.x, two.x);
        const key = `${axis}${one[axis]}`;
        const beside = (taken.get(key) ?? []).filter((other) => overlap(other.span, span));
        const price = this.#price(axis, one[axis], span);
        const isFree = (shift: number) =>
          beside.every(({ to, shift: other }) => to === line.to || other !== shift) &&
          this.#price(axis, one[axis] + shift, span) <= price;
        const same = beside.flatMap(({ to, shift }) => (to === line.to ? shift : []));
        const shift = [...same, ...shifts].find(isFree) ?? 0;
        taken.set(key, [...(taken.get(key) ?? []), { span, to: line.to, shift }]);
        first[axis] += shift;
        second[axis] += shift;
      }
      return points;
    });
  }
}

function kindOfRow({ icon }: Row): TransitionKind {
  return icon === undefined || icon === 'loop' || icon === 'runs' || icon === 'coin' ? 'plain' : icon;
}

/** Names the text that a row belongs to: a long one has several rows. */
export function sentenceOf({ id, rows }: Box, row: Row): string {
  return `${id} ${rows.find(({ targets }) => targets === row.targets)?.y}`;
}

/** From each text that leads to another state to the state, or to the closed group around it. */
export function stubLines({ boxes }: Story): StubLine[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const drawn = (id: string): Box | undefined =>
    byId.get(id) ?? (id.includes('.') ? drawn(id.slice(0, id.lastIndexOf('.'))) : undefined);
  return boxes.flatMap((box) =>
    box.rows.flatMap((row, index) => {
      if (row.style !== 'stub' && row.style !== 'inherited') return [];
      if (row.targets === box.rows[index - 1]?.targets) return [];
      const sentence = sentenceOf(box, row);
      const isInherited = row.style === 'inherited';
      return row.targets.flatMap((target) => {
        const to = drawn(target);
        if (!to || to === box) return [];
        const line = { kind: kindOfRow(row), from: box, sentence, y: box.y + row.y - 4, to, isInherited };
        return (isInherited ? [''] : row.transitions).map((id) => ({ id, ...line }));
      });
    }),
  );
}
