import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { layOutStory } from '#flows/chart/story.ts';
import { catalogue } from '#machines/index.ts';
import { judgeInParallel } from '../../src/setup/mutant-scores.ts';
import type { Figure } from './bench.ts';
import { besideModelRunner } from './model-runner.ts';

const rounds = 3;

function seconds(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1_000_000;
  });
  return times.toSorted((one, two) => one - two)[Math.floor(rounds / 2)]!;
}

function secondsOnScreens(): number {
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  const test = 'tests/web/paths/paths-on-screens.test.tsx';
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--project', 'web', test]);
  if (status !== 0) {
    throw new Error(`The paths on the screens fail:\n${stdout}`);
  }
  return (performance.now() - start) / 1000;
}

function secondsInChromium(): number {
  const playwright = join(process.cwd(), 'node_modules/@playwright/test/cli.js');
  const args = [playwright, 'test', '--config', 'tests/e2e/playwright.config.ts', 'flow-paths'];
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args);
  if (status !== 0) {
    throw new Error(`The paths in Chromium fail:\n${stdout}`);
  }
  return (performance.now() - start) / 1000;
}

function secondsToLayOut(states: number): number {
  const on = (index: number) =>
    Object.fromEntries([1, 2, 7, 13].map((step) => [`go.${step}`, `s${(index * step + step) % states}`]));
  const machine = setup({}).createMachine({
    id: 'dense',
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: states }, (_, index) => [
        `s${index}`,
        { description: `State ${index} of a dense chart.`, on: on(index) },
      ]),
    ),
  });
  const start = process.cpuUsage();
  layOutStory({ machine }, { width: 1000 });
  return process.cpuUsage(start).user / 1_000_000;
}

export async function benchFlows(): Promise<Figure[]> {
  const analyses = catalogue.map((flow) => analyseFlow(flow));
  const steps = analyses.reduce((sum, { counts }) => sum + counts.steps, 0);
  const states = analyses.reduce((sum, { counts }) => sum + counts.modelStates, 0);
  const paths = seconds(() => {
    for (const flow of catalogue) {
      analyseFlow(flow);
    }
  });
  const start = performance.now();
  const scores = await judgeInParallel(catalogue.map(({ name }) => name));
  const mutants = Object.values(scores).reduce((sum, score) => sum + score.mutants, 0);
  const judged = (performance.now() - start) / 1000;
  const beside = besideModelRunner();
  return [
    {
      name: `paths of all ${catalogue.length} flows, made and replayed`,
      value: paths,
      unit: 's of CPU',
      peer: `limit 4 s; ${states} model states, ${steps} steps`,
    },
    {
      name: 'fast-check’s model runner on three machines, in CPU of ours',
      value: beside.ratio,
      unit: '×',
      peer: beside.words,
    },
    {
      name: `all ${mutants} mutants judged, on all cores`,
      value: judged,
      unit: 's',
      peer: 'limit 20 s',
    },
    {
      name: 'a chart of 60 dense states laid out',
      value: secondsToLayOut(60),
      unit: 's of CPU',
      peer: 'limit 3 s',
    },
    {
      name: 'a chart of 200 dense states laid out',
      value: secondsToLayOut(200),
      unit: 's of CPU',
      peer: 'at all',
    },
    {
      name: 'shorter paths on the rendered screens',
      value: secondsOnScreens(),
      unit: 's',
      peer: 'limit 30 s; start of the process included',
    },
    {
      name: 'the same paths in Chromium',
      value: secondsInChromium(),
      unit: 's',
      peer: 'limit 180 s; start of the browser included',
    },
  ];
}
