import { analyseFlow } from '#flows/analysis.ts';
import { catalogue } from '#machines/index.ts';
import { chartFiles } from './flow-files.ts';
import { flowMeasures } from './flow-measures.ts';
import { settleFiles } from './generated-files.ts';
import { readScores } from './mutant-scores.ts';

/**
 * `npm run flows [-- --check]`: draws every chart of the catalogue into docs/flows, or only tells which of the
 * committed pictures and pages differ from the charts (exit 1).
 */
const analyses = catalogue.map((flow) => analyseFlow(flow));
const differences = settleFiles(
  await chartFiles(analyses, flowMeasures(readScores())),
  process.argv.includes('--check'),
);
for (const difference of differences) {
  console.error(difference);
}
process.exitCode = differences.length > 0 ? 1 : 0;
