import { parentPort } from 'node:worker_threads';
import { present } from '#contract/unknown-values.ts';
import { flowPaths } from '#flows/analysis.ts';
import { mutationScore } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { scoreOf } from './mutant-scores.ts';

parentPort?.on('message', (name: string) => {
  const flow = present(
    catalogue.find((one) => one.name === name),
    `flow "${name}"`,
  );
  const paths = flowPaths(flow);
  parentPort?.postMessage({ name, score: scoreOf(paths, mutationScore(paths)) });
});
