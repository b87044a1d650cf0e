import ElkModule, { type ElkEdgeSection, type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { present } from '../present.ts';
import { stateId } from '../transitions.ts';
import { anywhereId, startsAnywhere } from './chart-anywhere.ts';
import {
  type ArrowLimits,
  anywhereRows,
  arrowLimits,
  type BoxRow,
  boxPadding,
  boxRows,
  titleSize,
  writtenInside,
} from './chart-boxes.ts';
import { type Collapsed, drawnChildren, drawnTransitions, waysBetween } from './chart-collapse.ts';
import { anchor, type Contents, type Direction, elkGraph, groupsInARow } from './chart-graph.ts';
import { kindOf, type TransitionKind } from './chart-words.ts';
import { headingPlace } from './heading-place.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  kind: 'state' | 'group' | 'parallel' | 'region' | 'final' | 'initial' | 'anywhere';
  id: string;
  width: number;
  height: number;
  depth: number;
  rows: readonly BoxRow[];
  textX: number;
}

export interface Arrow {
  id: string;
  kind: TransitionKind | 'initial';
  points: readonly Point[];
  label?: { x: number; y: number; width: number; height: number; lines: readonly string[] };
}

export interface ChartLayout {
  width: number;
  height: number;
  boxes: readonly Box[];
  arrows: readonly Arrow[];
  isOutline: boolean;
  enlarged: number;
}

function kindOfBox(node: AnyStateNode): Box['kind'] {
  if (node.type === 'parallel') {
    return 'parallel';
  }
  if (node.parent?.type === 'parallel') {
    return 'region';
  }
  return node.type === 'compound' ? 'group' : node.type === 'final' ? 'final' : 'state';
}

export function isGroup({ kind }: Box): boolean {
  return kind === 'group' || kind === 'parallel' || kind === 'region';
}

function pointsOf(section: ElkEdgeSection): Point[] {
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
}

/** Wider text is unreadable on pages such as GitHub's. */
const readableWidth = 1250;

/** Such charts are wide anyway: try only the sparsest drawing. */
const manyStates = 100;

/**
 * Deterministic. If a chart is too wide, some arrows become text. @param collapsed states without their
 * inside
 */
export async function layOutChart(
  machine: AnyStateMachine,
  collapsed: Collapsed = new Set(),
): Promise<ChartLayout> {
  const layouts: ChartLayout[] = [];
  const isLarge = drawnStates(machine.root, collapsed).length > manyStates;
  for (const limits of isLarge ? arrowLimits.slice(-2, -1) : arrowLimits) {
    const layout = await layOut(machine, limits, collapsed);
    if (layout.width <= readableWidth) {
      return layout;
    }
    layouts.push(layout);
  }
  // If it is too wide anyway, the sparsest drawing would lose its arrows for nothing.
  return layouts.at(-2) ?? present(layouts[0], 'layout');
}

interface OutlineLook {
  enlarged: number;
  direction: Direction;
}

/** Only titles, and one arrow per pair of states. */
export function layOutOutline(
  machine: AnyStateMachine,
  collapsed: Collapsed,
  look: OutlineLook = { enlarged: 1, direction: 'DOWN' },
): Promise<ChartLayout> {
  const everyWay = { branches: 99, branchesAnywhere: 99, incoming: 99, drawsSuccess: true };
  return layOut(machine, everyWay, collapsed, look);
}

const enlargements = [1, 2.4, 3.6] as const;

const legible = 12;

/** The outline with the largest titles that fits `screen` (pixels), vertical or horizontal. */
export async function layOutOverview(
  machine: AnyStateMachine,
  collapsed: Collapsed,
  screen: { width: number; height: number },
): Promise<ChartLayout> {
  const scaleOf = ({ width, height }: ChartLayout) => Math.min(screen.width / width, screen.height / height);
  let best: { layout: ChartLayout; title: number } | undefined;
  let directions: readonly Direction[] = ['DOWN', 'RIGHT'];
  for (const enlarged of enlargements) {
    for (const direction of directions) {
      const layout = await layOutOutline(machine, collapsed, { enlarged, direction });
      const title = titleSize * enlarged * scaleOf(layout);
      if (!best || title > best.title) {
        best = { layout, title };
        directions = enlarged === 1 ? directions : [direction];
      }
    }
    if (best && best.title >= legible) {
      break;
    }
  }
  return present(best, 'layout').layout;
}

async function layOut(
  machine: AnyStateMachine,
  limits: ArrowLimits,
  collapsed: Collapsed,
  outline?: OutlineLook,
  wide: ReadonlySet<string> = new Set(),
): Promise<ChartLayout> {
  const isOutline = outline !== undefined;
  const all = drawnTransitions(machine, collapsed);
  const transitions = isOutline ? waysBetween(all) : all;
  const written = writtenInside(transitions, limits, collapsed);
  const drawn = transitions.filter((one) => !written.has(one));
  const states = drawnStates(machine.root, collapsed);
  const said = (rows: BoxRow[]) => (isOutline ? rows.slice(0, 1) : rows);
  const rows = new Map(states.map((node) => [node, said(boxRows(node, written, collapsed))]));
  const groups = new Set(
    transitions.filter((one) => startsAnywhere(one, collapsed)).map(({ source }) => source),
  );
  const anywhere = new Map(
    [...groups].map((group) => [group, said(anywhereRows(group, written, collapsed))]),
  );
  const kinds = new Map(drawn.map((transition) => [transition.id, kindOf(transition)]));
  const contents: Contents = {
    rows,
    anywhere,
    inARow: groupsInARow(states, drawn, collapsed),
    collapsed,
    hasLabels: !isOutline,
    wide,
    enlarged: outline?.enlarged ?? 1,
    direction: outline?.direction ?? 'DOWN',
  };
  // biome-ignore lint/plugin: bundlers and Node.js disagree on where elkjs has its class.
  const Elk = ('default' in ElkModule ? ElkModule.default : ElkModule) as typeof ElkModule;
  const graph = await new Elk().layout(elkGraph(machine.root, states, transitions, written, contents));

  const byId = new Map(states.map((node) => [stateId(node), node]));
  const anywhereById = new Map([...anywhere].map(([group, own]) => [anywhereId(group), own]));
  const boxes: Box[] = [];
  const collect = (elk: ElkNode, depth: number): void => {
    for (const child of elk.children ?? []) {
      const node = byId.get(child.id);
      boxes.push({
        kind: node ? kindOfBox(node) : anywhereById.has(child.id) ? 'anywhere' : 'initial',
        id: child.id,
        x: child.x ?? 0,
        y: child.y ?? 0,
        width: child.width ?? 0,
        height: child.height ?? 0,
        depth,
        rows: (node && rows.get(node)) ?? anywhereById.get(child.id) ?? [],
        textX: (child.x ?? 0) + boxPadding,
      });
      collect(child, depth + 1);
    }
  };
  collect(graph, 0);

  const edgesOf = (elk: ElkNode): ElkExtendedEdge[] => [
    ...(elk.edges ?? []),
    ...(elk.children ?? []).flatMap(edgesOf),
  ];
  const visible = edgesOf(graph).filter(({ id }) => !id.startsWith(anchor));
  const arrows = visible.flatMap((edge) =>
    (edge.sections ?? []).map((section): Arrow => {
      const label = edge.labels?.[0];
      const transitionId = edge.id.replace(/ \d+$/, '');
      return {
        id: transitionId,
        kind: kinds.get(transitionId) ?? 'initial',
        points: pointsOf(section),
        ...(label
          ? {
              label: {
                x: label.x ?? 0,
                y: label.y ?? 0,
                width: label.width ?? 0,
                height: label.height ?? 0,
                lines: (label.text ?? '').split('\n'),
              },
            }
          : {}),
      };
    }),
  );
  const lines = arrows.map(({ points }) => points);
  const crossed = new Set<string>();
  for (const box of boxes.filter(isGroup)) {
    const place = headingPlace(box, lines);
    if (place === undefined) {
      crossed.add(box.id);
    } else {
      box.textX = place;
    }
  }
  if (crossed.size > 0 && wide.size === 0) {
    return layOut(machine, limits, collapsed, outline, crossed);
  }
  return {
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    boxes,
    arrows,
    isOutline,
    enlarged: contents.enlarged,
  };
}

function drawnStates(root: AnyStateNode, collapsed: Collapsed): AnyStateNode[] {
  return drawnChildren(root, collapsed).flatMap((child) => [child, ...drawnStates(child, collapsed)]);
}
