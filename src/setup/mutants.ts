import { parseArgs } from 'node:util';
import { analyseFlow } from '#flows/analysis.ts';
import { mutationScore, scoreText } from '#flows/mutants/score.ts';
import { chosenFlows } from './flow-names.ts';
import { settleFiles } from './generated-files.ts';
import { mutantProblems, readScores, scoreOf, scoresFile } from './mutant-scores.ts';

/**
 * `npm run paths:mutants [flow…]`: breaks the charts of the flows named, or of all, in every way that the tool knows,
 * and replays the test paths on what comes of it. Writes docs/flows/mutants.json. Exit 1 when a mutant survives that
 * its flow's list of equivalents does not explain, or that list has an entry that is not needed.
 */
function main(): number {
  const { positionals } = parseArgs({ allowPositionals: true });
  const chosen = chosenFlows(positionals);
  if (!chosen) {
    return 1;
  }
  const scores = readScores();
  const judged = chosen.map((flow) => {
    const analysis = analyseFlow(flow);
    const score = mutationScore(analysis);
    scores[flow.name] = scoreOf(analysis, score);
    return { name: flow.name, score };
  });
  console.log(scoreText(judged));
  settleFiles([scoresFile(scores)], false);
  return mutantProblems(scores).length > 0 ? 1 : 0;
}

process.exitCode = main();
