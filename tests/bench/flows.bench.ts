import { setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { layOutStory } from '#flows/chart/story.ts';
import { catalogue } from '#machines/index.ts';
import { judgeInParallel } from '../../src/setup/mutant-scores.ts';
import type { Figure } from './figure.ts';
import { besideModelRunner } from './model-runner.ts';

const rounds = 3;

/** Of the processor, not of the clock: of this process with its threads, in the system's calls too. */
function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

function seconds(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    work();
    return secondsSince(start);
  });
  return times.toSorted((one, two) => one - two)[Math.floor(rounds / 2)]!;
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
  return secondsSince(start);
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
  const start = process.cpuUsage();
  const scores = await judgeInParallel(catalogue.map(({ name }) => name));
  const judged = secondsSince(start);
  const mutants = Object.values(scores).reduce((sum, score) => sum + score.mutants, 0);
  const { peerSeconds, ratio, words } = besideModelRunner();
  return [
    {
      name: `paths of all ${catalogue.length} flows, made and replayed`,
      value: paths / peerSeconds,
      unit: '×',
      peer: `the model runner’s CPU on three machines; ${paths.toFixed(1)} s, limit 4 s on an idle computer, which is about 270 ×; ${states} model states, ${steps} steps`,
    },
    {
      name: `all ${mutants} mutants judged`,
      value: judged / peerSeconds,
      unit: '×',
      peer: `the same; ${judged.toFixed(1)} s, limit 20 s on an idle computer, which is about 1,330 ×`,
    },
    {
      name: 'paths of three machines, in CPU of fast-check’s model runner with as many steps',
      value: ratio,
      unit: '×',
      peer: words,
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
  ];
}
