import { cleanup } from '@testing-library/react';
import { saidAfter } from '#flows/export/script-words.ts';
import type { Flow } from '#flows/flow.ts';
import { goalScripts } from '#flows/goal-scripts.ts';
import type { ModelEdge, ModelGraph, ModelStart } from '#flows/graph.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { present } from '#flows/present.ts';
import { declaredTours, type ModelPath } from '#flows/tour.ts';
import { edgesOf, shortestWays } from '#flows/ways.ts';
import { addressOf, type FlowScreen } from '#tests/support/screens/screen.ts';
import { excuseFor, promisedIn, unusedIn, type Walk, walkPath } from '#tests/support/screens/walk-path.ts';
import { openReactStage, type ReactStage, type StageSetting } from './react-stage.tsx';
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

export const smokePath = (flow: Flow, graph: ModelGraph): ModelPath =>
  present(
    goalScripts(flow, graph, graph.model.transitions).find(({ isSmoke }) => isSmoke),
    'smoke script',
  ).path;

/** What the flow says that a tester sees after the last step, and not after the one before. */
export function newWords(flow: Flow, { start, edges }: ModelPath): string[] {
  const [before = [], after = []] = [start, ...edges].slice(-2).map(({ state }) => saidAfter(flow, state));
  return after.filter((words) => !before.includes(words));
}

/** Of the way to the last step, and unless something that a tester sees after that is not there before. */
async function problemsAtEnd(
  flow: Flow,
  screen: FlowScreen,
  path: ModelPath,
  open: (start: ModelStart) => Promise<ReactStage>,
): Promise<string[]> {
  const stage = await open(path.start);
  const promised = promisedIn(screen, present(path.edges.at(-1), 'last step').state);
  const { problems } = await walkPath(
    { ...path, edges: path.edges.slice(0, -1) },
    casesOf(flow),
    screen,
    stage,
  );
  const isThere = await stage.driver.look({
    questions: promised.map(({ question }) => question),
    expected: promised.map(({ holds }) => holds),
  });
  cleanup();
  stage.close();
  const isNew =
    promised.some(({ holds }, index) => isThere[index] !== holds) || newWords(flow, path).length > 0;
  return [...problems, ...(isNew ? [] : ['what its smoke script checks last is true a step before'])];
}

export async function runOnScreen(
  flow: Flow,
  screen: FlowScreen,
  settingFor: SettingFor,
): Promise<ScreenCoverage> {
  const graph = exploreModel(flow);
  const open = (start: ModelStart) =>
    openReactStage({
      machineId: flow.machine.id,
      address: addressOf(screen, start.input),
      ...settingFor(start.input),
    });
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const wanted = graph.model.transitions.map(({ id }) => id).filter((id) => !excluded.has(id));
  const taken = new Set<string>();
  const problems: string[] = [];
  const walks: Walk[] = [];
  for (const [index, path] of pathsOnScreen(screen, graph).entries()) {
    const stage = await open(path.start);
    const walk = await walkPath(path, casesOf(flow), screen, stage);
    walks.push(walk);
    for (const id of walk.taken) taken.add(id);
    problems.push(...walk.problems.map((problem) => `${flow.name}, tour ${index + 1}, ${problem}`));
    cleanup();
    stage.close();
  }
  if (problems.length === 0) problems.push(...unusedIn(screen, walks));
  const atEnd = await problemsAtEnd(flow, screen, smokePath(flow, graph), open);
  problems.push(...atEnd.map((problem) => `${flow.name}: ${problem}`));
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
