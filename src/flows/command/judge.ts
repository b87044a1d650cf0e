import { parentPort } from 'node:worker_threads';
import { analyseFlow } from '../analysis.ts';
import { mutationScore } from '../mutants/score.ts';
import { present } from '../present.ts';
import { configuredFlows } from './load-flows.ts';

/** Answers each name of a flow with the score of its mutants; runs in a thread. @param folder with the configuration */
export async function judgeOnRequest(folder: string): Promise<void> {
  const { flows } = await configuredFlows(folder);
  parentPort?.on('message', (wanted: string) => {
    const flow = present(
      flows.find(({ name }) => name === wanted),
      `flow ${wanted}`,
    );
    parentPort?.postMessage({ name: wanted, score: mutationScore(analyseFlow(flow)) });
  });
}
