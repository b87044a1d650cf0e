import { catalogue } from '#machines/index.ts';
import { chartsFile } from './flow-files.ts';
import { flowMeasures } from './flow-measures.ts';
import { flowRecords } from './flow-records.ts';
import { settleFiles } from './generated-files.ts';
import { readScores } from './mutant-scores.ts';

/** `npm run flows [-- --check]`: draws every chart; exit 1 if the committed files differ. */
const records = await flowRecords(catalogue);
const files = [chartsFile(records, flowMeasures(readScores())), ...records.flatMap(({ charts }) => charts)];
const differences = settleFiles(files, process.argv.includes('--check'));
for (const difference of differences) {
  console.error(difference);
}
process.exit(differences.length > 0 ? 1 : 0);
