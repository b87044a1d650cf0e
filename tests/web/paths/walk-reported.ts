import { cleanup } from '@testing-library/react';
import type { ModelEdge } from '#flows/graph.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { catalogue } from '#machines/index.ts';
import { addressOf } from '#tests/support/screens/screen.ts';
import { walkPath } from '#tests/support/screens/walk-path.ts';
import { openReactStage } from './react-stage.tsx';
import { casesOf, openDialogs } from './run-flow.ts';
import { screensInReact } from './settings.tsx';

/** Walks a path that feedback reported on the rendered screen. @returns where the screen differs from the chart */
export async function walkReported(
  name: string,
  scenario: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { screen, settingFor } = screensInReact.find((one) => one.screen.flow === name)!;
  const flow = catalogue.find((one) => one.name === name)!;
  const start = exploreModel(flow).starts.find((one) => one.scenario === scenario)!;
  const edges: ModelEdge[] = [];
  for (const key of keys) {
    const node = edges.at(-1)?.to ?? start.node;
    const edge = node.edges.find(({ event }) => event.key === key);
    if (!edge) return [`the chart no longer has the step “${key}”`];
    edges.push(edge);
  }
  openDialogs();
  const address = addressOf(screen, start.input);
  const stage = await openReactStage({ machineId: flow.machine.id, address, ...settingFor(start.input) });
  const { problems } = await walkPath({ start, edges }, casesOf(flow), screen, stage);
  cleanup();
  stage.close();
  return problems;
}
