import ElkModule, {
  type ElkEdgeSection,
  type ElkExtendedEdge,
  type ElkNode,
  type LayoutOptions,
} from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { allTransitions, type ChartTransition, isWithin, stateId } from '../transitions.ts';
import {
  type BoxRow,
  boxPadding,
  boxRows,
  labelLines,
  labelSize,
  rowsSize,
  writtenInside,
} from './chart-boxes.ts';
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

function childrenOf(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states as Record<string, AnyStateNode>);
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

function initialId(node: AnyStateNode): string {
  return `${stateId(node)} initial`;
}

function elkNode(node: AnyStateNode, rows: ReadonlyMap<AnyStateNode, readonly BoxRow[]>): ElkNode {
  const size = rowsSize(rows.get(node)!);
  const children = childrenOf(node);
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
    children: elkChildren(node, rows),
  };
}

function elkChildren(node: AnyStateNode, rows: ReadonlyMap<AnyStateNode, readonly BoxRow[]>): ElkNode[] {
  const initial =
    node.type === 'compound' ? [{ id: initialId(node), width: initialSize, height: initialSize }] : [];
  return [...initial, ...childrenOf(node).map((child) => elkNode(child, rows))];
}

function elkEdges(
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
): (ElkExtendedEdge & { labels: { text: string; width: number; height: number }[] })[] {
  const initials = states
    .filter((node) => node.type === 'compound')
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
    const last = to.at(-1);
    return last && to.every((transition) => written.has(transition))
      ? [{ id: `${anchor}${stateId(node)}`, sources: [stateId(last.source)], targets: [stateId(node)] }]
      : [];
  });
}

function pointsOf(section: ElkEdgeSection): Point[] {
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
}

/** Places the boxes and arrows of a chart; the same chart always gets the same places. */
export async function layOutChart(machine: AnyStateMachine): Promise<ChartLayout> {
  const transitions = allTransitions(machine);
  const written = writtenInside(machine, transitions);
  const drawn = transitions.filter((one) => !written.has(one));
  const states = drawnStates(machine.root);
  const rows = new Map(states.map((node) => [node, boxRows(node, written)]));
  const kinds = new Map(drawn.map((transition) => [transition.id, kindOf(transition)]));
  const Elk = ('default' in ElkModule ? ElkModule.default : ElkModule) as typeof ElkModule;
  const graph: ElkNode = await new Elk().layout({
    id: 'chart',
    layoutOptions: { ...layered, 'elk.padding': '[top=4,left=4,bottom=4,right=4]' },
    children: elkChildren(machine.root, rows),
    edges: [...elkEdges([machine.root, ...states], drawn), ...elkAnchors(states, transitions, written)],
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

function drawnStates(root: AnyStateNode): AnyStateNode[] {
  return childrenOf(root).flatMap((child) => [child, ...drawnStates(child)]);
}
