import { cleanup } from '@testing-library/react';
import type { FlowAnalysis } from '#flows/analysis.ts';
import { analyseFlow } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';
import { addressOf, type FlowScreen } from '#tests/support/screens/screen.ts';
import { unusedIn, type Walk, walkPath } from '#tests/support/screens/walk-path.ts';
import { openReactStage, type StageSetting } from './react-stage.tsx';

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

export async function runOnScreen(
  flow: Flow,
  screen: FlowScreen,
  settingFor: SettingFor,
  analysis: FlowAnalysis = analyseFlow(flow),
): Promise<ScreenCoverage> {
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const wanted = analysis.transitions.map(({ id }) => id).filter((id) => !excluded.has(id));
  const taken = new Set<string>();
  const problems: string[] = [];
  const walks: Walk[] = [];
  for (const [index, path] of analysis.tours.entries()) {
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
