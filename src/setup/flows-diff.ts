import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareStructures } from '#flows/diff/compare.ts';
import { diffMarkdown, type FlowDiff } from '#flows/diff/diff-markdown.ts';
import { diffSvg } from '#flows/diff/diff-svg.ts';
import { type ChartStructure, chartStructure } from '#flows/diff/structure.ts';
import { structureFromIds } from '#flows/diff/structure-from-ids.ts';
import { catalogue } from '#machines/index.ts';
import { flowFolder } from './flow-files.ts';
import { projectRoot } from './generated-files.ts';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

type Kept = { structure: ChartStructure } | { ids: readonly string[] };

function committed(ref: string): Map<string, Kept> {
  const files = new Set(git('ls-tree', '-r', '--name-only', ref, '--', flowFolder).split('\n'));
  const names = [...files].flatMap((file) => /paths\/([^/]+)\.json$/.exec(file)?.[1] ?? []);
  return new Map(
    names.map((name) => {
      const path = `${flowFolder}/${name}.json`;
      const read = (file: string) => JSON.parse(git('show', `${ref}:${file}`));
      return [
        name,
        files.has(path)
          ? { structure: read(path) as ChartStructure }
          : { ids: (read(`${flowFolder}/paths/${name}.json`) as { transitions: string[] }).transitions },
      ];
    }),
  );
}

/**
 * `npm run flows:diff -- REF [--out FOLDER]`: what changed in the charts since a version in git, as Markdown on standard
 * output, and one SVG for each changed flow in FOLDER (test-results/flows-diff). The older version is read from
 * the structures committed in docs/flows (from the golden paths where there was none); none of its code is run. Exit 2 for a version that git does not know.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'test-results/flows-diff' } },
  });
  const [ref] = positionals;
  if (ref === undefined) {
    console.error('Which version? npm run flows:diff -- REF, such as main or HEAD~5.');
    return 2;
  }
  let older: ReturnType<typeof committed>;
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    older = committed(ref);
  } catch {
    console.error(`git knows no version ${ref}.`);
    return 2;
  }
  const folder = join(projectRoot, values.out);
  mkdirSync(folder, { recursive: true });
  const diffs: FlowDiff[] = [];
  for (const flow of catalogue) {
    const { name, title } = flow;
    const kept = older.get(name);
    if (!kept) {
      diffs.push({ name, title, state: 'added', changes: [] });
      continue;
    }
    const after = chartStructure(flow);
    const before = 'structure' in kept ? kept.structure : structureFromIds(kept.ids, flow);
    const changes = compareStructures(before, after);
    if (changes.length > 0) {
      const picture = `${values.out}/${name}.svg`;
      writeFileSync(join(folder, `${name}.svg`), await diffSvg(before, after, changes));
      const note =
        'structure' in kept
          ? {}
          : { note: 'Descriptions, actions and delays of that version were not kept.' };
      diffs.push({ name, title, state: 'changed', changes, picture, ...note });
    }
  }
  const now = new Set(catalogue.map(({ name }) => name));
  for (const [name, kept] of older) {
    if (!now.has(name)) {
      const title = 'structure' in kept ? kept.structure.title : name;
      diffs.push({ name, title, state: 'removed', changes: [] });
    }
  }
  process.stdout.write(diffMarkdown(ref, diffs));
  return 0;
}

process.exitCode = await main();
