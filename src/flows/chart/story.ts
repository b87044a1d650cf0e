import type { AnyStateNode } from 'xstate';
import type { Flow } from '../flow.ts';
import { childrenOf } from '../state-nodes.ts';
import { allTransitions, type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { words } from '../words.ts';
import { textWidth, wrapToWidth } from './chart-text.ts';
import { conditionWords, kindOf, movedBy, whenWords } from './chart-words.ts';
import { childTowards, type MainWay, mainWays } from './main-way.ts';
import { detailsOf, inheritedBy, ownTitle, type Said, stubsOf } from './state-rows.ts';
import {
  anywhereId,
  type Box,
  coinWidth,
  type Line,
  type Look,
  lineHeight,
  type Point,
  padding,
  type Row,
  type Story,
  textSize,
  titleSizes,
} from './story-shapes.ts';

const titleHeights = { main: 26, other: 22 } as const;
const widest = { main: 300, other: 250, heading: 420 } as const;
const lineGap = 14;
const gap = 14;
const indentOfSides = 26;
const startSpace = 30;
const handleSpace = 24;
const glance = { size: 12, padding: 8, height: 26, gap: 20 } as const;
const narrowestGap = 64;
const widestLabel = 128;

interface Piece {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
}

function moved({ boxes, lines }: Piece, x: number, y: number): Pick<Piece, 'boxes' | 'lines'> {
  const by = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x + x, y: place.y + y });
  return {
    boxes: boxes.map(by),
    lines: lines.map((line) => ({ ...line, points: line.points.map(by), label: line.label.map(by) })),
  };
}

function kindOfBox(node: AnyStateNode): Box['kind'] {
  if (node.type === 'parallel') return 'parallel';
  if (node.parent?.type === 'parallel') return 'region';
  return node.type === 'compound' ? 'group' : node.type === 'final' ? 'final' : 'state';
}

/** Broken into lines of at most `width`, and placed one below the other. */
function placed(
  said: readonly Said[],
  width: number,
  isMain: boolean,
): { rows: Row[]; width: number; height: number } {
  const size = isMain ? 'main' : 'other';
  const rows: Row[] = [];
  let y = padding;
  let used = 0;
  for (const { icon, hasCoin, ...row } of said) {
    const isTitle = row.style === 'title';
    const fontSize = isTitle ? titleSizes[size] : textSize;
    const space = width - 2 * padding - row.indent;
    const texts = wrapToWidth(row.text, hasCoin ? space - coinWidth : space, fontSize, isTitle);
    for (const [index, text] of texts.entries()) {
      y += isTitle ? titleHeights[size] : lineHeight;
      const isFirst = index === 0;
      rows.push({
        transitions: [],
        targets: [],
        ...row,
        ...(icon && isFirst ? { icon } : {}),
        ...(hasCoin && index === texts.length - 1 ? { hasCoin } : {}),
        text,
        y: y - 5,
      });
      used = Math.max(used, row.indent + textWidth(text, fontSize, isTitle) + (hasCoin ? coinWidth : 0));
    }
    y += row.style === 'description' ? 3 : 0;
  }
  return { rows, width: used + 2 * padding, height: y + padding };
}

function glanceText([title]: readonly Said[]): ReturnType<typeof placed> {
  const text = title?.text ?? '';
  return {
    rows: [{ style: 'title', text, indent: 0, transitions: [], targets: [], y: 17 }],
    width: textWidth(text, glance.size) + 2 * glance.padding,
    height: glance.height,
  };
}

interface Segment {
  main: Piece;
  sides: Piece[];
  link: ChartTransition | undefined;
  hasStart: boolean;
}

/** None where the way leaves the group and returns to another of its states: no arrow joins the two. */
function linkAfter({ children, steps }: MainWay, index: number): ChartTransition | undefined {
  const [step, from] = [steps[index], children[index]];
  return step && from && (isWithin(step.source, from) || isWithin(from, step.source)) ? step : undefined;
}

class Drawing {
  readonly #look: Look;
  readonly #ways: Map<AnyStateNode, MainWay>;
  readonly #transitions: readonly ChartTransition[];
  readonly #bySource = new Map<AnyStateNode, ChartTransition[]>();
  readonly #linked = new Set<string>();

  constructor(flow: Pick<Flow, 'machine' | 'story'>, look: Look) {
    this.#look = look;
    this.#ways = mainWays(flow);
    this.#transitions = allTransitions(flow.machine);
    for (const one of this.#transitions) {
      this.#bySource.set(one.source, [...(this.#bySource.get(one.source) ?? []), one]);
    }
    // An arrow that leaves a group says nothing of the state inside that it starts from.
    for (const way of this.#ways.values()) {
      for (const [index, child] of way.children.entries()) {
        const link = linkAfter(way, index);
        if (link?.source === child) this.#linked.add(link.id);
      }
    }
  }

  isOpen(node: AnyStateNode): boolean {
    return childrenOf(node).length > 0 && !this.#look.isGlance && (this.#look.isOpen?.(node) ?? true);
  }

  #stubs(node: AnyStateNode): Said[] {
    const own = (this.#bySource.get(node) ?? []).filter((one) => !this.#linked.has(one.id));
    if (childrenOf(node).length === 0 || this.isOpen(node)) return stubsOf(own, this.#look);
    const leaving = this.#transitions.filter(
      ({ source, targets }) =>
        source !== node && isWithin(source, node) && targets.some((one) => !isWithin(one, node)),
    );
    const seen = new Set<string>();
    const all = [...own, ...leaving];
    return stubsOf(all, this.#look, this.#placeIn(node, all)).filter(
      ({ text }) => !seen.has(text) && seen.add(text),
    );
  }

  /** Where in a closed group a way out begins, unless it begins in all states that have one and leads to the same. */
  #placeIn(group: AnyStateNode, all: readonly ChartTransition[]) {
    const { titleOf = ownTitle } = this.#look;
    const ways = new Map<string, Map<AnyStateNode, string>>();
    for (const one of all) {
      const bySource = ways.get(whenWords(one)) ?? new Map<AnyStateNode, string>();
      const before = bySource.get(one.source) ?? '';
      const way = `${before}${conditionWords(one)} ${one.targets.map(stateId).join(' ')}\n`;
      ways.set(whenWords(one), bySource.set(one.source, way));
    }
    return (one: ChartTransition) =>
      one.source !== group && new Set(ways.get(whenWords(one))?.values()).size > 1 ? titleOf(one.source) : '';
  }

  #said(node: AnyStateNode): Said[] {
    const { titleOf = ownTitle } = this.#look;
    const title: Said = { style: 'title', text: titleOf(node), indent: 0 };
    if (this.#look.isGlance || this.#look.hasTitlesOnly) return [title];
    const inside = this.isOpen(node) ? [] : childrenOf(node);
    return [
      title,
      ...(node.description ? [{ style: 'description' as const, text: node.description, indent: 0 }] : []),
      ...(this.#look.hasDetails ? detailsOf(node) : []),
      ...(inside.length > 0
        ? [
            {
              style: 'description' as const,
              text: `Inside: ${inside.map(({ key }) => words(key)).join(', ')}`,
              indent: 0,
            },
          ]
        : []),
      ...this.#stubs(node),
      ...(this.isOpen(node) ? [] : inheritedBy(node, this.#bySource, this.#look)),
    ];
  }

  #state(node: AnyStateNode, width: number, isMain: boolean): Piece {
    const { isGlance, hasTitlesOnly } = this.#look;
    const isClosed = childrenOf(node).length > 0;
    const text = isGlance
      ? glanceText(this.#said(node))
      : placed(this.#said(node), Math.min(width, isMain ? widest.main : widest.other), isMain);
    const least = isGlance ? 0 : isMain ? 150 : 100;
    const box: Box = {
      kind: kindOfBox(node),
      id: stateId(node),
      x: 0,
      y: 0,
      width: Math.max(least, text.width + (hasTitlesOnly && isClosed ? handleSpace : 0)),
      height: text.height,
      isMain,
      rows: text.rows,
      ...(isClosed ? { isOpen: false } : {}),
    };
    return { width: box.width, height: box.height, boxes: [box], lines: [] };
  }

  #group(node: AnyStateNode, width: number, isMain: boolean): Piece {
    const inside = this.contents(node, width - 2 * padding, isMain || node.parent?.type === 'parallel');
    const space = Math.min(
      width,
      Math.max(inside.width + 2 * padding, this.#look.hasTitlesOnly ? 0 : widest.heading),
    );
    const heading = placed(this.#said(node), space - handleSpace, isMain);
    const size = {
      width: Math.max(heading.width + handleSpace, inside.width + 2 * padding),
      height: heading.height + inside.height + padding,
    };
    const box: Box = {
      kind: kindOfBox(node),
      id: stateId(node),
      x: 0,
      y: 0,
      ...size,
      isMain,
      rows: heading.rows,
      isOpen: true,
    };
    const { boxes, lines } = moved(inside, padding, heading.height);
    return { ...size, boxes: [box, ...boxes], lines };
  }

  piece(node: AnyStateNode, width: number, isMain: boolean): Piece {
    return this.isOpen(node) ? this.#group(node, width, isMain) : this.#state(node, width, isMain);
  }

  #anywhere(root: AnyStateNode, width: number): Piece[] {
    const { isGlance, hasTitlesOnly } = this.#look;
    const stubs = root.parent || isGlance || hasTitlesOnly ? [] : this.#stubs(root);
    if (stubs.length === 0) return [];
    const text = placed(
      [{ style: 'title', text: 'In any state', indent: 0 }, ...stubs],
      Math.min(width, widest.main),
      false,
    );
    const size = { width: text.width, height: text.height };
    const box: Box = {
      kind: 'anywhere',
      id: anywhereId(root),
      x: 0,
      y: 0,
      ...size,
      isMain: false,
      rows: text.rows,
    };
    return [{ ...size, boxes: [box], lines: [] }];
  }

  /** By the state of the main way that leads to it first; the rest belongs to none. */
  #sidesOf(group: AnyStateNode, way: MainWay): Map<AnyStateNode | undefined, AnyStateNode[]> {
    const owners = new Map<AnyStateNode, AnyStateNode>(way.children.map((child) => [child, child]));
    const sides = new Map<AnyStateNode | undefined, AnyStateNode[]>();
    const ends = this.#transitions.flatMap(({ source, targets }) => {
      const from = source !== group && isWithin(source, group) ? childTowards(group, source) : undefined;
      return from ? targets.flatMap((target) => ({ from, to: childTowards(group, target) })) : [];
    });
    // A map's iteration includes entries added meanwhile.
    for (const [child, owner] of owners) {
      for (const { from, to } of ends) {
        if (from === child && to && !owners.has(to)) {
          owners.set(to, owner);
          sides.set(owner, [...(sides.get(owner) ?? []), to]);
        }
      }
    }
    sides.set(
      undefined,
      childrenOf(group).filter((child) => !owners.has(child)),
    );
    return sides;
  }

  /** The group whose way says most at a glance: beside “closed”, for example, the way through what opens. */
  telling(group: AnyStateNode): AnyStateNode {
    const way = this.#ways.get(group)?.children ?? [];
    const [inner, ...others] = way.filter((child) => (this.#ways.get(child)?.children.length ?? 0) > 1);
    return way.length <= 2 && inner && others.length === 0 ? this.telling(inner) : group;
  }

  contents(group: AnyStateNode, width: number, isMain = true): Piece {
    const way = this.#ways.get(group);
    if (!way) {
      const regions = childrenOf(group).map((child) => this.piece(child, width, false));
      return rowsOf(
        regions.map((main) => ({ main, sides: [], link: undefined, hasStart: false })),
        width,
        this.#look,
      );
    }
    const isGlance = this.#look.isGlance === true;
    const sides = isGlance ? new Map<AnyStateNode | undefined, AnyStateNode[]>() : this.#sidesOf(group, way);
    const sidePieces = (owner: AnyStateNode | undefined, space: number) =>
      (sides.get(owner) ?? []).map((side) => this.piece(side, space - indentOfSides, false));
    const segments = way.children.map((child, index): Segment => {
      const space = width - lineGap - (index === 0 ? startSpace : 0);
      return {
        main: this.piece(child, space, isMain),
        sides: sidePieces(child, space),
        link: index === 0 ? undefined : linkAfter(way, index - 1),
        hasStart: index === 0 && !isGlance,
      };
    });
    const loose = [...sidePieces(undefined, width - lineGap), ...this.#anywhere(group, width)];
    const apart = loose.map((main): Segment => ({ main, sides: [], link: undefined, hasStart: false }));
    return rowsOf([...segments, ...apart], width, this.#look);
  }
}

interface Arranged {
  width: number;
  height: number;
  /** Rows of sides, each with its top and its pieces with their left edges. */
  rows: { y: number; pieces: { piece: Piece; x: number }[] }[];
}

/** The sides below their state, as many beside each other as `width` allows. */
function arrange({ main, sides }: Segment, width: number): Arranged {
  const arranged: Arranged = { width: main.width, height: main.height, rows: [] };
  let x = 0;
  let tallest = 0;
  for (const piece of sides) {
    const row = arranged.rows.at(-1);
    if (row && x + gap + piece.width <= width) {
      row.pieces.push({ piece, x: x + gap });
      x += gap + piece.width;
    } else {
      arranged.height += (row ? tallest : 0) + 26;
      tallest = 0;
      arranged.rows.push({ y: arranged.height, pieces: [{ piece, x: indentOfSides }] });
      x = indentOfSides + piece.width;
    }
    tallest = Math.max(tallest, piece.height);
    arranged.width = Math.max(arranged.width, x);
  }
  arranged.height += tallest;
  return arranged;
}

function linkLines(link: ChartTransition | undefined, { isGlance, hasTitlesOnly }: Look): string[] {
  if (!link || isGlance || hasTitlesOnly) return [];
  return [whenWords(link), conditionWords(link)]
    .filter(Boolean)
    .flatMap((text) => wrapToWidth(text, widestLabel, textSize, false));
}

/** With the coin of what moves money after its last line. */
function labelled(link: ChartTransition, look: Look, at: (index: number) => Point): Line['label'] {
  const lines = linkLines(link, look);
  const last = look.moves?.(link) === true ? lines.length - 1 : -1;
  return lines.map((text, index) => ({ text, ...at(index), ...(index === last ? { hasCoin: true } : {}) }));
}

function labelWidth(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => textWidth(line, textSize, true)));
}

const titleLine = ({ boxes: [box] }: Piece) => (box?.rows[0]?.y ?? 24) - 5;

interface Before {
  right: number;
  main: Point & Piece;
  hasSides: boolean;
}

/** Reads like a text: from left to right, then on below. */
function rowsOf(segments: readonly Segment[], width: number, look: Look): Piece {
  const { isGlance } = look;
  const boxes: Box[] = [];
  const lines: Line[] = [];
  const spaceBefore = (segment: Segment, isFirst: boolean) =>
    segment.hasStart
      ? startSpace
      : isFirst
        ? 0
        : segment.link
          ? isGlance
            ? glance.gap
            : Math.max(
                look.hasTitlesOnly ? startSpace : narrowestGap,
                labelWidth(linkLines(segment.link, look)) + (look.moves?.(segment.link) ? coinWidth : 0) + 30,
              )
          : gap + 10;
  const rows: { segment: Segment; before: number; arranged: Arranged }[][] = [];
  for (const segment of segments) {
    const row = rows.at(-1);
    const taken = row?.reduce((sum, { before, arranged }) => sum + before + arranged.width, 0) ?? 0;
    const before = spaceBefore(segment, row === undefined);
    const arranged = arrange(segment, 0);
    if (row && taken + before + arranged.width + lineGap <= width) row.push({ segment, before, arranged });
    else rows.push([{ segment, before: spaceBefore(segment, true), arranged }]);
  }
  for (const row of rows) spread(row, width - lineGap);

  let y = 0;
  let used = 0;
  let previous: Before | undefined;
  for (const row of rows) {
    const [first] = row;
    const label = linkLines(first?.segment.link, look);
    if (previous)
      y += first?.segment.link ? Math.max(isGlance ? 26 : 36, label.length * lineHeight + 16) : gap + 10;
    let x = 0;
    for (const { segment, before, arranged } of row) {
      const isFirst = segment === first?.segment;
      const start = x;
      x += before;
      const { main, link, hasStart } = segment;
      const at = y + titleLine(main);
      if (hasStart) {
        const id = `${main.boxes[0]?.id} start`;
        boxes.push({
          kind: 'start',
          id,
          x: start,
          y: at - 6,
          width: 12,
          height: 12,
          isMain: false,
          rows: [],
        });
        lines.push({
          id: '',
          kind: 'start',
          points: [
            { x: start + 12, y: at },
            { x, y: at },
          ],
          label: [],
        });
      }
      if (link && previous) {
        const from = {
          x: previous.main.x + previous.main.width,
          y: previous.main.y + titleLine(previous.main),
        };
        lines.push(
          isFirst
            ? linkBelow(link, previous, from, { x, y }, look)
            : {
                id: link.id,
                kind: kindOf(link),
                points: [from, { x, y: from.y }],
                label: labelled(link, look, (index) => ({
                  x: start + 12,
                  y: from.y + 17 + index * lineHeight,
                })),
              },
        );
      }
      const own = moved(main, x, y);
      boxes.push(...own.boxes);
      lines.push(...own.lines);
      for (const { y: top, pieces } of arranged.rows) {
        for (const { piece, x: left } of pieces) {
          const side = moved(piece, x + left, y + top);
          boxes.push(...side.boxes);
          lines.push(...side.lines);
        }
      }
      lines.push(...branches(main, arranged, x, y));
      previous = {
        right: x + arranged.width,
        main: { ...main, x, y },
        hasSides: arranged.rows.length > 0,
      };
      x += arranged.width;
      used = Math.max(used, x);
    }
    y += Math.max(...row.map(({ arranged }) => arranged.height));
  }
  const turns = rows.length > 1 && rows.some((row) => row[0]?.segment.link);
  return { width: used + (turns ? lineGap : 0), height: y, boxes, lines };
}

/** What is left of the row's width goes to the segments that are the tallest. */
function spread(row: { segment: Segment; before: number; arranged: Arranged }[], width: number): void {
  for (;;) {
    const left = width - row.reduce((sum, { before, arranged }) => sum + before + arranged.width, 0);
    const tallest = row.reduce((one, two) => (two.arranged.height > one.arranged.height ? two : one));
    const rows = tallest.arranged.rows.length;
    if (rows < 2) return;
    const widths = tallest.segment.sides.map(({ width: own }) => own).toSorted((one, two) => one - two);
    const step = (widths[0] ?? width) + gap;
    let wider: Arranged | undefined;
    for (
      let space = tallest.arranged.width + 10;
      space <= tallest.arranged.width + left;
      space += Math.min(step, 40)
    ) {
      const tried = arrange(tallest.segment, space);
      if (tried.height < tallest.arranged.height) {
        wider = tried;
        break;
      }
    }
    if (!wider) return;
    tallest.arranged = wider;
  }
}

/** Around the sides and down to the beginning of the next row. */
function linkBelow(
  link: ChartTransition,
  { right, main, hasSides }: Before,
  from: Point,
  to: Point,
  look: Look,
): Line {
  const { length } = linkLines(link, look);
  const isStraight = !hasSides && main.x <= to.x + 30;
  const x = to.x + 24;
  const turn = to.y - Math.max(14, length * lineHeight + 6);
  return {
    id: link.id,
    kind: kindOf(link),
    points: isStraight
      ? [
          { x, y: main.y + main.height },
          { x, y: to.y },
        ]
      : [from, { x: right + 8, y: from.y }, { x: right + 8, y: turn }, { x, y: turn }, { x, y: to.y }],
    label: labelled(link, look, (index) => ({
      x: x + 10,
      y: to.y - 8 - (length - 1 - index) * lineHeight,
    })),
  };
}

function branches(main: Piece, { rows }: Arranged, x: number, y: number): Line[] {
  const trunk = x + 12;
  return rows.flatMap(({ y: top, pieces }, index) =>
    pieces.map(({ piece, x: left }, place): Line => {
      const rail = y + top - 13;
      const end = x + left + (place === 0 ? 0 : Math.min(24, piece.width / 2));
      const start = { x: trunk, y: y + (index === 0 ? main.height : (rows[index - 1]?.y ?? 0) - 13) };
      return {
        id: '',
        kind: 'belongs',
        points:
          place === 0
            ? [start, { x: trunk, y: y + top + titleLine(piece) }, { x: end, y: y + top + titleLine(piece) }]
            : [
                { x: trunk, y: rail },
                { x: end, y: rail },
                { x: end, y: y + top },
              ],
        label: [],
      };
    }),
  );
}

/** The same for the same chart and look. */
export function layOutStory(flow: Pick<Flow, 'machine' | 'story' | 'moves'>, given: Look): Story {
  const {
    moves,
    machine: { root },
  } = flow;
  const look = moves ? { ...given, moves: (one: ChartTransition) => movedBy(one, moves).length > 0 } : given;
  const drawing = new Drawing(flow, look);
  const group = look.isGlance ? drawing.telling(root) : root;
  const { boxes, lines, width, height } = drawing.contents(group, look.width - 8);
  const { boxes: movedBoxes, lines: movedLines } = moved({ boxes, lines, width, height }, 4, 4);
  return { boxes: movedBoxes, lines: movedLines, width: width + 8, height: height + 8 };
}
