import ElkModule, {
  type ElkEdgeSection,
  type ElkExtendedEdge,
  type ElkNode,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type ChartTransition, isWithin, stateId } from '../transitions.ts';
import {
  type ArrowLimits,
  arrowLimits,
  type BoxRow,
  boxPadding,
  boxRows,
  labelLines,
  labelSize,
  rowsSize,
  writtenInside,
} from './chart-boxes.ts';
import { type Collapsed, drawnChildren, drawnTransitions } from './chart-collapse.ts';
import { kindOf, type TransitionKind } from './chart-words.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  kind: 'state' | 'group' | 'parallel' | 'region' | 'final' | 'initial';
  id: string;
  width: number;
  height: number;
  depth: number;
  rows: readonly BoxRow[];
}

export interface Arrow {
  id: string;
  kind: TransitionKind | 'initial';
  points: readonly Point[];
  label?: { x: number; y: number; width: number; height: number; lines: readonly string[] };
}

/** A chart with every box and arrow in its place, in pixels. */
export interface ChartLayout {
  width: number;
  height: number;
  boxes: readonly Box[];
  arrows: readonly Arrow[];
}

const layered: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.inline': 'true',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

const initialSize = 12;
const firstLayer: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

function kindOfBox(node: AnyStateNode): Box['kind'] {
  if (node.type === 'parallel') {
    return 'parallel';
  }
  if (node.parent?.type === 'parallel') {
    return 'region';
  }
  return node.type === 'compound' ? 'group' : node.type === 'final' ? 'final' : 'state';
}

function initialId(node: AnyStateNode): string {
  return `${stateId(node)} initial`;
}

/** What every box says, and which of them keep their inside to themselves. */
interface Contents {
  rows: ReadonlyMap<AnyStateNode, readonly BoxRow[]>;
  collapsed: Collapsed;
}

function elkNode(node: AnyStateNode, contents: Contents): ElkNode {
  const size = rowsSize(contents.rows.get(node)!);
  const children = drawnChildren(node, contents.collapsed);
  if (children.length === 0) {
    return { id: stateId(node), ...size };
  }
  return {
    id: stateId(node),
    layoutOptions: {
      ...layered,
      'elk.padding': `[top=${size.height + 8},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width + boxPadding},${size.height})`,
    },
    children: elkChildren(node, contents),
  };
}

function elkChildren(node: AnyStateNode, contents: Contents): ElkNode[] {
  const initial =
    node.type === 'compound'
      ? [{ id: initialId(node), width: initialSize, height: initialSize, layoutOptions: firstLayer }]
      : [];
  return [...initial, ...drawnChildren(node, contents.collapsed).map((child) => elkNode(child, contents))];
}

function elkEdges(
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
  collapsed: Collapsed,
): (ElkExtendedEdge & { labels: { text: string; width: number; height: number }[] })[] {
  const initials = states
    .filter((node) => node.type === 'compound' && !collapsed.has(stateId(node)))
    .map((node) => ({
      id: `${initialId(node)} arrow`,
      sources: [initialId(node)],
      targets: [stateId((node.initial.target as AnyStateNode[])[0]!)],
      labels: [],
    }));
  const arrows = transitions.flatMap((transition) => {
    const lines = labelLines(transition);
    return transition.targets.map((target, index) => ({
      id: `${transition.id} ${index}`,
      sources: [stateId(transition.source)],
      targets: [stateId(target)],
      labels: [{ text: lines.join('\n'), ...labelSize(lines) }],
    }));
  });
  return [...initials, ...arrows];
}

const anchor = 'anchor ';

/** Unseen edges to states that no arrow leads to, so that they stand below what they are reached from. */
function elkAnchors(
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
  written: ReadonlySet<ChartTransition>,
): ElkExtendedEdge[] {
  return states.flatMap((node) => {
    const to = transitions.filter(
      ({ source, targets }) => targets.includes(node) && !isWithin(source, node) && !isWithin(node, source),
    );
    const first = to[0];
    return first && to.every((transition) => written.has(transition))
      ? [{ id: `${anchor}${stateId(node)}`, sources: [stateId(first.source)], targets: [stateId(node)] }]
      : [];
  });
}

/** States of one group that no arrow connects stand in rows of this many. */
const rowLength = 3;

/** Unseen edges that stack what would otherwise be one long row. */
function elkRows(
  states: readonly AnyStateNode[],
  drawn: readonly ChartTransition[],
  collapsed: Collapsed,
): ElkExtendedEdge[] {
  return states
    .filter(({ type }) => type === 'compound')
    .flatMap((group) => {
      const inside = drawn.filter(
        ({ source, targets }) =>
          isWithin(source, group) && source !== group && targets.some((target) => isWithin(target, group)),
      );
      const loose = drawnChildren(group, collapsed).filter((child) =>
        inside.every(
          ({ source, targets }) =>
            !isWithin(source, child) && !targets.some((target) => isWithin(target, child)),
        ),
      );
      return loose.slice(rowLength).map((child, index) => ({
        id: `${anchor}row ${stateId(child)}`,
        sources: [stateId(loose[index]!)],
        targets: [stateId(child)],
      }));
    });
}

function pointsOf(section: ElkEdgeSection): Point[] {
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
}

/** Pixels that a page such as GitHub's shows without making text too small to read. */
const readableWidth = 1250;
/**
 * Places the boxes and arrows of a chart; the same chart always gets the same places. A chart too wide to read
 * is drawn with fewer arrows, the others written where they start.
 * @param collapsed states that keep their inside to themselves
 */
export async function layOutChart(
  machine: AnyStateMachine,
  collapsed: Collapsed = new Set(),
): Promise<ChartLayout> {
  const layouts: ChartLayout[] = [];
  for (const limits of arrowLimits) {
    const layout = await layOut(machine, limits, collapsed);
    if (layout.width <= readableWidth) {
      return layout;
    }
    layouts.push(layout);
  }
  // The sparsest drawing of a chart that is too wide anyway would only lose its arrows for nothing.
  return layouts.at(-2)!;
}

async function layOut(
  machine: AnyStateMachine,
  limits: ArrowLimits,
  collapsed: Collapsed,
): Promise<ChartLayout> {
  const transitions = drawnTransitions(machine, collapsed);
  const written = writtenInside(machine, transitions, limits);
  const drawn = transitions.filter((one) => !written.has(one));
  const states = drawnStates(machine.root, collapsed);
  const rows = new Map(states.map((node) => [node, boxRows(node, written)]));
  const kinds = new Map(drawn.map((transition) => [transition.id, kindOf(transition)]));
  const Elk = ('default' in ElkModule ? ElkModule.default : ElkModule) as typeof ElkModule;
  const graph: ElkNode = await new Elk().layout({
    id: 'chart',
    layoutOptions: { ...layered, 'elk.padding': '[top=4,left=4,bottom=4,right=4]' },
    children: elkChildren(machine.root, { rows, collapsed }),
    edges: [
      ...elkEdges([machine.root, ...states], drawn, collapsed),
      ...elkAnchors(states, transitions, written),
      ...elkRows(states, drawn, collapsed),
    ],
  });

  const byId = new Map(states.map((node) => [stateId(node), node]));
  const boxes: Box[] = [];
  const collect = (elk: ElkNode, depth: number): void => {
    for (const child of elk.children ?? []) {
      const node = byId.get(child.id);
      boxes.push({
        kind: node ? kindOfBox(node) : 'initial',
        id: child.id,
        x: child.x ?? 0,
        y: child.y ?? 0,
        width: child.width ?? 0,
        height: child.height ?? 0,
        depth,
        rows: (node && rows.get(node)) ?? [],
      });
      collect(child, depth + 1);
    }
  };
  collect(graph, 0);

  const visible = (graph.edges ?? []).filter(({ id }) => !id.startsWith(anchor));
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
  return { width: graph.width ?? 0, height: graph.height ?? 0, boxes, arrows };
}

function drawnStates(root: AnyStateNode, collapsed: Collapsed): AnyStateNode[] {
  return drawnChildren(root, collapsed).flatMap((child) => [child, ...drawnStates(child, collapsed)]);
}
