import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Misuse } from '#flows/command/misuse.ts';
import { changedCharts, olderCharts, olderScripts, repeatsOf } from '#flows/command/older-charts.ts';
import { diffMarkdown } from '#flows/diff/diff-markdown.ts';
import { catalogue } from '#machines/index.ts';
import { flowFolder } from './flow-files.ts';
import { flowRecords } from './flow-records.ts';
import { projectRoot } from './generated-files.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run flows:diff -- REF [--out FOLDER] [--pictures URL]`: changed charts since a git version, as
 * Markdown and one SVG each in FOLDER, which is at URL on the web, the scripts to repeat and those
 * that are gone. Runs none of the old code.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'test-results/flows-diff' }, pictures: { type: 'string' } },
  });
  const [ref] = positionals;
  if (ref === undefined) {
    throw new Misuse('Which version? A name that git knows, such as main or HEAD~5.');
  }
  const folder = resolve(projectRoot, values.out);
  const older = olderCharts(projectRoot, flowFolder, ref);
  mkdirSync(folder, { recursive: true });
  const diffs = changedCharts(catalogue, older, (name, svg) => {
    writeFileSync(join(folder, `${name}.svg`), svg);
    return `${values.out}/${name}.svg`;
  });
  const records = await flowRecords(catalogue);
  const documents = new Map(records.map(({ flow, scripts }) => [flow, scripts.content]));
  const repeats = repeatsOf(
    catalogue,
    olderScripts(projectRoot, flowFolder, ref),
    diffs,
    (flow) => documents.get(flow) ?? '',
  );
  process.stdout.write(diffMarkdown(ref, diffs, values.pictures, repeats));
  return 0;
}

await runCommand('npm run flows:diff -- REF [--out FOLDER] [--pictures URL]', main);
