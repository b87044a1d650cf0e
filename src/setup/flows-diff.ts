import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isExpected } from '#flows/command/misuse.ts';
import { changedCharts, olderCharts, olderScripts, scriptsToRepeat } from '#flows/command/older-charts.ts';
import { diffMarkdown } from '#flows/diff/diff-markdown.ts';
import { catalogue } from '#machines/index.ts';
import { flowFolder } from './flow-files.ts';
import { flowRecords } from './flow-records.ts';
import { projectRoot } from './generated-files.ts';

/**
 * `npm run flows:diff -- REF [--out FOLDER] [--pictures URL]`: changed charts since a git version, as
 * Markdown and one SVG each in FOLDER, which is at URL on the web, the scripts to repeat and those
 * that are gone. Runs none of the old code.
 */
async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string', default: 'test-results/flows-diff' }, pictures: { type: 'string' } },
    });
    const [ref] = positionals;
    if (ref === undefined) {
      console.error('Which version? npm run flows:diff -- REF, such as main or HEAD~5.');
      return 2;
    }
    const folder = resolve(projectRoot, values.out);
    const older = olderCharts(projectRoot, flowFolder, ref);
    mkdirSync(folder, { recursive: true });
    const diffs = await changedCharts(catalogue, older, (name, svg) => {
      writeFileSync(join(folder, `${name}.svg`), svg);
      return `${values.out}/${name}.svg`;
    });
    const records = await flowRecords(catalogue);
    const documents = new Map(records.map(({ flow, scripts }) => [flow, scripts.content]));
    const repeats = scriptsToRepeat(
      catalogue,
      olderScripts(projectRoot, flowFolder, ref),
      (flow) => documents.get(flow) ?? '',
    );
    process.stdout.write(diffMarkdown(ref, diffs, values.pictures, repeats));
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return 2;
  }
}

process.exit(await main());
