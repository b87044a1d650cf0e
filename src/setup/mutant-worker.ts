import { parentPort } from 'node:worker_threads';
import { analyseFlow } from '#flows/analysis.ts';
import { mutationScore } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { scoreOf } from './mutant-scores.ts';

/** Judges the mutants of the flows whose names it gets, one after the other. */
parentPort?.on('message', (name: string) => {
  const flow = catalogue.find((one) => one.name === name)!;
  const analysis = analyseFlow(flow);
  parentPort?.postMessage({ name, score: scoreOf(analysis, mutationScore(analysis)) });
});
