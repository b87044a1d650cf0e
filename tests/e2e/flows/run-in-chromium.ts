import type { Page } from '@playwright/test';
import type { Flow } from '#flows/flow.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { declaredTours, tours } from '#flows/tour.ts';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { walkPath } from '#tests/support/screens/walk-path.ts';
import type { HeldBackend } from '../support/held-backend.ts';
import { type ChromiumFlow, openChromiumStage } from './chromium-stage.ts';

export interface ChromiumCoverage {
  transitions: number;
  taken: number;
  missing: readonly string[];
  /** The page cannot cause these. */
  told: readonly string[];
  problems: readonly string[];
}

/** Tours that meet every declared goal, or all. @param options.patience milliseconds for a step */
export async function runInChromium(
  page: Page,
  backend: HeldBackend,
  flow: Flow,
  { screen, means }: { screen: FlowScreen; means: ChromiumFlow },
  { patience, isThorough = false }: { patience?: number; isThorough?: boolean } = {},
): Promise<ChromiumCoverage> {
  const graph = exploreModel(flow);
  const { transitions } = graph.model;
  const cases = Object.values(flow.events).flatMap((each) => (each === 'sentByActor' ? [] : each));
  const excluded = new Set(flow.exclude?.map(({ transition }) => transition));
  const wanted = transitions.map(({ id }) => id).filter((id) => !excluded.has(id));
  const taken = new Set<string>();
  const told = new Set<string>();
  const problems: string[] = [];
  for (const [index, path] of (isThorough ? tours(graph) : declaredTours(graph)).entries()) {
    const stage = await openChromiumStage(page, backend, flow, path, means, patience);
    const walk = await walkPath(path, cases, screen, stage);
    for (const id of walk.taken) taken.add(id);
    for (const each of stage.told) told.add(each);
    problems.push(...walk.problems.map((problem) => `${flow.name}, tour ${index + 1}, ${problem}`));
    await stage.close();
  }
  return {
    transitions: wanted.length,
    taken: wanted.filter((id) => taken.has(id)).length,
    missing: wanted.filter((id) => !taken.has(id)),
    told: [...told].toSorted(),
    problems,
  };
}
