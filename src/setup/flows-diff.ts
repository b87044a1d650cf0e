import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareStructures } from '#flows/diff/compare.ts';
import { diffMarkdown, type FlowDiff } from '#flows/diff/diff-markdown.ts';
import { diffSvg } from '#flows/diff/diff-svg.ts';
import { type ChartStructure, chartStructure } from '#flows/diff/structure.ts';
import { catalogue } from '#machines/index.ts';
import { flowFolder } from './flow-files.ts';
import { projectRoot } from './generated-files.ts';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The structures that were committed at a version, by flow; a flow without one has only golden paths there. */
function committed(ref: string): Map<string, ChartStructure | undefined> {
  const files = git('ls-tree', '-r', '--name-only', ref, '--', flowFolder).split('\n');
  const names = files.flatMap((file) => /paths\/([^/]+)\.json$/.exec(file)?.[1] ?? []);
  return new Map(
    names.map((name) => {
      const path = `${flowFolder}/${name}.json`;
      return [
        name,
        files.includes(path) ? (JSON.parse(git('show', `${ref}:${path}`)) as ChartStructure) : undefined,
      ];
    }),
  );
}

/**
 * `npm run flows:diff -- REF [--out FOLDER]`: what changed in the charts since a version in git, as Markdown on standard
 * output, and one SVG for each changed flow in FOLDER (test-results/flows-diff). The older version is read from
 * the structures committed in docs/flows; none of its code is run. Exit 2 for a version that git does not know.
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
    const before = older.get(name);
    if (!before) {
      const note = 'Its structure was not kept then, so that nothing can be compared.';
      diffs.push(
        older.has(name)
          ? { name, title, state: 'changed', changes: [], note }
          : { name, title, state: 'added', changes: [] },
      );
      continue;
    }
    const after = chartStructure(flow);
    const changes = compareStructures(before, after);
    if (changes.length > 0) {
      const picture = `${values.out}/${name}.svg`;
      writeFileSync(join(folder, `${name}.svg`), await diffSvg(before, after, changes));
      diffs.push({ name, title, state: 'changed', changes, picture });
    }
  }
  const now = new Set(catalogue.map(({ name }) => name));
  for (const [name, structure] of older) {
    if (!now.has(name)) {
      diffs.push({ name, title: structure?.title ?? name, state: 'removed', changes: [] });
    }
  }
  process.stdout.write(diffMarkdown(ref, diffs));
  return 0;
}

process.exitCode = await main();
