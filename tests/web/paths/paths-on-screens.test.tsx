import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exploreModel } from '#flows/model-graph.ts';
import { catalogue } from '#machines/index.ts';
import {
  committedCoverage,
  type LevelCoverage,
  listed,
  writeCoverage,
  writesCoverage,
} from './coverage-file.ts';
import { newWords, openDialogs, runOnScreen, smokePath } from './run-flow.ts';
import { flowsWithoutScreen, screensInReact } from './settings.tsx';

const seen = new Map<string, LevelCoverage>();

function report(flow: string, coverage: LevelCoverage): void {
  seen.set(flow, coverage);
  if (!writesCoverage)
    expect(listed(coverage), 'docs/flows/coverage.json').toEqual(committedCoverage(flow, 'react'));
}

beforeAll(openDialogs);

afterAll(() => {
  if (writesCoverage) writeCoverage('react', seen);
});

describe('every transition of a flow happens on its screen', () => {
  it.each(screensInReact.map((each) => [each.screen.flow, each] as const))('%s', async (name, each) => {
    const flow = catalogue.find((one) => one.name === name)!;
    const { problems, missing, percent, transitions, taken } = await runOnScreen(
      flow,
      each.screen,
      each.settingFor,
    );
    expect(problems).toEqual([]);
    expect(missing).toEqual([]);
    report(name, { percent, transitions, taken });
  });

  it('flows without a screen say why', () => {
    const withScreen = screensInReact.map(({ screen }) => screen.flow);
    const names = catalogue.map(({ name }) => name);
    expect(
      [...withScreen, ...Object.keys(flowsWithoutScreen)].toSorted(),
      'each flow has its setting in settings.tsx, or is one of its flowsWithoutScreen with the reason',
    ).toEqual(names.toSorted());
    for (const [flow, reason] of Object.entries(flowsWithoutScreen)) report(flow, { percent: null, reason });
  });

  it.each(Object.keys(flowsWithoutScreen))(
    'the smoke script of %s ends with what a tester can see',
    (name) => {
      const flow = catalogue.find((one) => one.name === name)!;
      expect(newWords(flow, smokePath(flow, exploreModel(flow)))).not.toEqual([]);
    },
  );
});
