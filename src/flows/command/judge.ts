import { parentPort } from 'node:worker_threads';
import { flowPaths } from '../analysis.ts';
import { mutationScore } from '../mutants/score.ts';
import { present } from '../present.ts';
import { silence } from '../silence.ts';
import { configuredFlows } from './load-flows.ts';

/** In a thread: answers each name of a flow with its mutation score. */
export async function judgeOnRequest(folder: string): Promise<void> {
  silence();
  const { flows } = await configuredFlows(folder);
  parentPort?.on('message', (wanted: string) => {
    const flow = present(
      flows.find(({ name }) => name === wanted),
      `flow ${wanted}`,
    );
    parentPort?.postMessage({ name: wanted, score: mutationScore(flowPaths(flow)) });
  });
}
