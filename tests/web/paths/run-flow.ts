import { cleanup } from '@testing-library/react';
import type { Flow } from '#flows/flow.ts';
import type { ModelEdge, ModelGraph } from '#flows/graph.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { declaredTours, type ModelPath } from '#flows/tour.ts';
import { edgesOf, shortestWays } from '#flows/ways.ts';
import { addressOf, type FlowScreen } from '#tests/support/screens/screen.ts';
import { excuseFor, unusedIn, type Walk, walkPath } from '#tests/support/screens/walk-path.ts';
import { openReactStage, type StageSetting } from './react-stage.tsx';
import { openPointer } from './testing-library-driver.ts';

export interface ScreenCoverage {
  transitions: number;
  taken: number;
  percent: number;
  missing: readonly string[];
  problems: readonly string[];
}

export type SettingFor = (input: unknown) => Omit<StageSetting, 'machineId' | 'address'>;

export function casesOf(flow: Flow) {
  return Object.values(flow.events).flatMap((cases) => (cases === 'sentByActor' ? [] : cases));
}

/** All declared goals, and every excuse, which must be needed. */
function pathsOnScreen(screen: FlowScreen, graph: ModelGraph): ModelPath[] {
  const paths = declaredTours(graph);
  const excuseOf = ({ event, from }: ModelEdge) =>
    event.type === 'user' ? excuseFor(screen, event.event, from.state) : undefined;
  const needed = new Set([undefined, ...paths.flatMap(({ edges }) => edges.map(excuseOf))]);
  for (const [node, way] of shortestWays(graph)) {
    for (const edge of node.edges) {
      const excuse = excuseOf(edge);
      if (needed.has(excuse)) continue;
      needed.add(excuse);
      const edges = [...edgesOf(way), edge];
      paths.push({ start: graph.starts.find(({ node: first }) => first === edges[0]!.from)!, edges });
    }
  }
  return paths;
}

/** jsdom has none. */
export function openDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  window.scrollTo = () => {};
  openPointer();
}

export async function runOnScreen(
  flow: Flow,
  screen: FlowScreen,
  settingFor: SettingFor,
): Promise<ScreenCoverage> {
  const graph = exploreModel(flow);
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const wanted = graph.model.transitions.map(({ id }) => id).filter((id) => !excluded.has(id));
  const taken = new Set<string>();
  const problems: string[] = [];
  const walks: Walk[] = [];
  for (const [index, path] of pathsOnScreen(screen, graph).entries()) {
    const stage = await openReactStage({
      machineId: flow.machine.id,
      address: addressOf(screen, path.start.input),
      ...settingFor(path.start.input),
    });
    const walk = await walkPath(path, casesOf(flow), screen, stage);
    walks.push(walk);
    for (const id of walk.taken) taken.add(id);
    problems.push(...walk.problems.map((problem) => `${flow.name}, tour ${index + 1}, ${problem}`));
    cleanup();
    stage.close();
  }
  if (problems.length === 0) problems.push(...unusedIn(screen, walks));
  const missing = wanted.filter((id) => !taken.has(id));
  const seen = wanted.length - missing.length;
  return {
    transitions: wanted.length,
    taken: seen,
    percent: Math.floor((100 * seen) / wanted.length),
    missing,
    problems,
  };
}
