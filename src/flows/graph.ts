import type { ModelEvent, ModelState, TimedModel } from './timed-model.ts';

export interface ModelEdge {
  from: ModelNode;
  to: ModelNode;
  event: ModelEvent;
  state: ModelState;
  /** Once somebody has asked. */
  goals?: readonly string[];
}

export interface ModelNode {
  index: number;
  state: ModelState;
  /** As it was when the node was met: code may change it in place. */
  context: Readonly<Record<string, unknown>>;
  edges: ModelEdge[];
}

export interface ModelStart {
  scenario: string;
  input: unknown;
  node: ModelNode;
  state: ModelState;
}

export interface ModelGraph {
  model: TimedModel;
  starts: readonly ModelStart[];
  nodes: readonly ModelNode[];
  complete: boolean;
  expanded: number;
  /** Also of a node that was only met, because others like it were explored. The graph stays as it is. */
  edgesFrom(node: ModelNode): readonly ModelEdge[];
}
