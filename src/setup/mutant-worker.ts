import { parentPort } from 'node:worker_threads';
import { analyseFlow } from '#flows/analysis.ts';
import { mutationScore } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { scoreOf } from './mutant-scores.ts';

parentPort?.on('message', (name: string) => {
  const flow = catalogue.find((one) => one.name === name)!;
  const analysis = analyseFlow(flow);
  parentPort?.postMessage({ name, score: scoreOf(analysis, mutationScore(analysis)) });
});
