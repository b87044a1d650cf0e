import { cleanup } from '@testing-library/react';
import { exploreModel } from '#flows/model-graph.ts';
import { type FixedStep, pathOfFixed } from '#flows/report.ts';
import { catalogue } from '#machines/index.ts';
import { addressOf } from '#tests/support/screens/screen.ts';
import { walkPath } from '#tests/support/screens/walk-path.ts';
import { openReactStage } from './react-stage.tsx';
import { casesOf, openDialogs } from './run-flow.ts';
import { screensInReact } from './settings.tsx';

/** Walks a path that feedback reported on the rendered screen. @returns where the machine goes another way than the steps say, or the screen than the machine */
export async function walkReported(
  name: string,
  scenario: string,
  steps: readonly FixedStep[],
): Promise<readonly string[]> {
  const { screen, settingFor } = screensInReact.find((one) => one.screen.flow === name)!;
  const flow = catalogue.find((one) => one.name === name)!;
  const path = pathOfFixed(exploreModel(flow), scenario, steps);
  if (typeof path === 'string') return [path];
  const { input } = path.start;
  openDialogs();
  const address = addressOf(screen, input);
  const stage = await openReactStage({ machineId: flow.machine.id, address, ...settingFor(input) });
  const { problems } = await walkPath(path, casesOf(flow), screen, stage);
  cleanup();
  stage.close();
  return problems;
}
