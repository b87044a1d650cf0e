import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { AnyStateNode } from 'xstate';
import { present } from '../present.ts';
import { initialTargets } from '../state-nodes.ts';
import { type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { anywhereId, startsAnywhere } from './chart-anywhere.ts';
import { type BoxRow, boxPadding, labelSize, rowsSize } from './chart-boxes.ts';
import { type Collapsed, drawnChildren } from './chart-collapse.ts';
import { labelLines } from './chart-words.ts';

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

const tight: LayoutOptions = {
  'elk.spacing.nodeNode': '12',
  'elk.spacing.edgeNode': '6',
  'elk.spacing.edgeEdge': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '6',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '4',
};

const sideBySide: LayoutOptions = {
  ...layered,
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
};

export const anchor = 'anchor ';
const initialSize = 12;
const firstLayer: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

function initialId(node: AnyStateNode): string {
  return `${stateId(node)} initial`;
}

export interface Contents {
  rows: ReadonlyMap<AnyStateNode, readonly BoxRow[]>;
  anywhere: ReadonlyMap<AnyStateNode, readonly BoxRow[]>;
  inARow: ReadonlySet<AnyStateNode>;
  collapsed: Collapsed;
  hasLabels: boolean;
  wide: ReadonlySet<string>;
  enlarged: number;
  direction: Direction;
}

export type Direction = 'DOWN' | 'RIGHT';

/** For 60 states with four arrows each, the usual placement takes 10 s of CPU, this one a fifth. */
function forSize(states: number): LayoutOptions {
  return {
    ...(states > 40 ? { 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF' } : {}),
    ...(states > 100 ? { 'elk.layered.thoroughness': '1' } : {}),
  };
}

const handleWidth = 28;

function sizeOf(rows: readonly BoxRow[], { enlarged }: Contents): { width: number; height: number } {
  const { width, height } = rowsSize(rows);
  return { width: width * enlarged, height: height * enlarged };
}

/** ELK turns a vertical chart but not its minimum size. */
function minimum(isDown: boolean, width: number, height: number): string {
  return isDown ? `(${height},${width})` : `(${width},${height})`;
}

function elkNode(node: AnyStateNode, contents: Contents): ElkNode {
  const size = sizeOf(present(contents.rows.get(node), `rows of ${node.id}`), contents);
  const children = drawnChildren(node, contents.collapsed);
  if (children.length === 0) {
    const handle = contents.collapsed.has(stateId(node)) ? handleWidth : 0;
    return { id: stateId(node), width: size.width + handle, height: size.height };
  }
  const isDown = contents.direction === 'DOWN' && !contents.inARow.has(node);
  const width = (contents.wide.has(stateId(node)) ? 3 : 1) * (size.width + boxPadding);
  return {
    id: stateId(node),
    layoutOptions: {
      ...(contents.inARow.has(node) ? sideBySide : { ...layered, 'elk.direction': contents.direction }),
      ...(contents.enlarged > 1 ? tight : {}),
      'elk.padding': `[top=${size.height + 8},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': minimum(isDown, width, size.height),
    },
    children: elkChildren(node, contents),
    ...(contents.inARow.has(node) ? { edges: [initialEdge(node), ...elkChain(children)] } : {}),
  };
}

function initialEdge(node: AnyStateNode): ElkExtendedEdge {
  return {
    id: `${initialId(node)} arrow`,
    sources: [initialId(node)],
    targets: [stateId(present(initialTargets(node)[0], `initial state of ${node.id}`))],
    labels: [],
  };
}

function elkChain(states: readonly AnyStateNode[]): ElkExtendedEdge[] {
  return states.slice(1).map((state, index) => ({
    id: `${anchor}chain ${stateId(state)}`,
    sources: [stateId(present(states[index], 'state before'))],
    targets: [stateId(state)],
  }));
}

function elkChildren(node: AnyStateNode, contents: Contents): ElkNode[] {
  const initial =
    node.type === 'compound'
      ? [{ id: initialId(node), width: initialSize, height: initialSize, layoutOptions: firstLayer }]
      : [];
  const own = contents.anywhere.get(node);
  const anywhere = own ? [{ id: anywhereId(node), ...sizeOf(own, contents), layoutOptions: firstLayer }] : [];
  return [
    ...initial,
    ...anywhere,
    ...drawnChildren(node, contents.collapsed).map((child) => elkNode(child, contents)),
  ];
}

function elkEdges(
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
  { collapsed, inARow, hasLabels }: Contents,
): ElkExtendedEdge[] {
  const initials = states
    .filter((node) => node.type === 'compound' && !collapsed.has(stateId(node)) && !inARow.has(node))
    .map(initialEdge);
  const arrows = transitions.flatMap((transition) => {
    const lines = labelLines(transition);
    const { source } = transition;
    const from = startsAnywhere(transition, collapsed) ? anywhereId(source) : stateId(source);
    return transition.targets.map((target, index) => ({
      id: `${transition.id} ${index}`,
      sources: [from],
      targets: [stateId(target)],
      labels: hasLabels ? [{ text: lines.join('\n'), ...labelSize(lines) }] : [],
    }));
  });
  return [...initials, ...arrows];
}

function elkAnchors(
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
  written: ReadonlySet<ChartTransition>,
  { inARow }: Contents,
): ElkExtendedEdge[] {
  // Edges must end at a group in a row, not inside it.
  const end = (node: AnyStateNode) => (node.parent && inARow.has(node.parent) ? node.parent : node);
  return states.flatMap((node) => {
    const to = transitions.filter(
      ({ source, targets }) => targets.includes(node) && !isWithin(source, node) && !isWithin(node, source),
    );
    const first = to[0];
    return first && to.every((transition) => written.has(transition))
      ? [
          {
            id: `${anchor}${stateId(node)}`,
            sources: [stateId(end(first.source))],
            targets: [stateId(end(node))],
          },
        ]
      : [];
  });
}

const rowLength = 3;

const longestRow = 4;

/** A short list of states whose arrows only touch the group's border. */
export function groupsInARow(
  states: readonly AnyStateNode[],
  drawn: readonly ChartTransition[],
  collapsed: Collapsed,
): Set<AnyStateNode> {
  const isInside = (node: AnyStateNode, group: AnyStateNode) => node !== group && isWithin(node, group);
  return new Set(
    states.filter((group) => {
      const children = drawnChildren(group, collapsed);
      return (
        group.type === 'compound' &&
        children.length > 1 &&
        children.length <= longestRow &&
        children.every((child) => Object.keys(child.states).length === 0) &&
        drawn.every(
          (transition) =>
            !isInside(transition.source, group) &&
            !transition.targets.some((target) => isInside(target, group)),
        )
      );
    }),
  );
}

function elkRows(
  states: readonly AnyStateNode[],
  drawn: readonly ChartTransition[],
  { collapsed, inARow }: Contents,
): ElkExtendedEdge[] {
  return states
    .filter((node) => node.type === 'compound' && !inARow.has(node))
    .flatMap((group) => {
      const inside = drawn.filter(
        (transition) =>
          isWithin(transition.source, group) &&
          (transition.source !== group || startsAnywhere(transition, collapsed)) &&
          transition.targets.some((target) => isWithin(target, group)),
      );
      const loose = drawnChildren(group, collapsed).filter((child) =>
        inside.every(
          ({ source, targets }) =>
            !isWithin(source, child) && !targets.some((target) => isWithin(target, child)),
        ),
      );
      return loose.slice(rowLength).map((child, index) => ({
        id: `${anchor}row ${stateId(child)}`,
        sources: [stateId(present(loose[index], 'state above'))],
        targets: [stateId(child)],
      }));
    });
}

export function elkGraph(
  root: AnyStateNode,
  states: readonly AnyStateNode[],
  transitions: readonly ChartTransition[],
  written: ReadonlySet<ChartTransition>,
  contents: Contents,
): ElkNode {
  const drawn = transitions.filter((one) => !written.has(one));
  return {
    id: 'chart',
    layoutOptions: {
      ...layered,
      ...forSize(states.length),
      ...(contents.enlarged > 1 ? tight : {}),
      'elk.direction': contents.direction,
      'elk.padding': '[top=4,left=4,bottom=4,right=4]',
    },
    children: elkChildren(root, contents),
    edges: [
      ...elkEdges([root, ...states], drawn, contents),
      ...elkAnchors(states, transitions, written, contents),
      ...elkRows(states, drawn, contents),
    ],
  };
}
