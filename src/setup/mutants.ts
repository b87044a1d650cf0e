import { parseArgs } from 'node:util';
import { present } from '#contract/unknown-values.ts';
import { scoreText } from '#flows/mutants/score.ts';
import { chosenFlows } from './flow-names.ts';
import { settleFiles } from './generated-files.ts';
import { judgeInParallel, mutantProblems, readScores, scoresFile } from './mutant-scores.ts';
import { runCommand } from './run-command.ts';

/** `npm run paths:mutants [flow…]`: writes docs/flows/mutants.json. Exit 1 for unexplained survivors. */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const chosen = chosenFlows(positionals);
  if (!chosen) {
    return 1;
  }
  const judged = await judgeInParallel(chosen.map(({ name }) => name));
  const scores = { ...readScores(), ...judged };
  console.log(
    scoreText(chosen.map(({ name }) => ({ name, score: present(judged[name], `score of ${name}`) }))),
  );
  settleFiles([scoresFile(scores)], false);
  return mutantProblems(scores).length > 0 ? 1 : 0;
}

await runCommand('npm run paths:mutants -- [FLOW …]', main);
