import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FlowPaths } from '#flows/analysis.ts';
import { judgeOnThreads } from '#flows/command/threads.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { mutantsOf } from '#flows/mutants/mutants.ts';
import type { MutationScore } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { type GeneratedFile, projectRoot } from './generated-files.ts';

interface CommittedScore extends MutationScore {
  fingerprint: string;
}

export type CommittedScores = Record<string, CommittedScore>;

const path = 'docs/flows/mutants.json';

export function readScores(): CommittedScores {
  const absolute = join(projectRoot, path);
  return existsSync(absolute) ? JSON.parse(readFileSync(absolute, 'utf8')) : {};
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Of the sources that make faults, and run and judge machines. */
const tool = ['', 'inert', 'mutants'].map((folder) => {
  const absolute = join(projectRoot, 'src/flows', folder);
  const files = readdirSync(absolute).filter((name) => name.endsWith('.ts'));
  return hashOf(
    files
      .toSorted()
      .map((name) => readFileSync(join(absolute, name), 'utf8'))
      .join(),
  );
});

/** Of a flow, what its score depends on. */
export function scoreFingerprint(paths: FlowPaths): string {
  const parts = [
    tool,
    mutantsOf(paths.flow).map(({ id }) => id),
    paths.flow.equivalents ?? [],
    pathsJson(paths),
    paths.scripts.map(({ path }) => path.edges.map(({ event }) => event.key)),
  ];
  return hashOf(JSON.stringify(parts));
}

export function scoreOf(paths: FlowPaths, score: MutationScore): CommittedScore {
  return { fingerprint: scoreFingerprint(paths), ...score };
}

/** One line per flow, in catalogue order. */
export function scoresFile(scores: CommittedScores): GeneratedFile {
  const lines = catalogue.flatMap(({ name }) =>
    scores[name] ? [`  ${JSON.stringify(name)}: ${JSON.stringify(scores[name])}`] : [],
  );
  return { path, content: `{\n${lines.join(',\n')}\n}\n` };
}

export function judgeInParallel(names: readonly string[]): Promise<CommittedScores> {
  // A thread does not inherit the TypeScript loader.
  const program = JSON.stringify(new URL('./mutant-worker.ts', import.meta.url).href);
  const loaded = `import('tsx/esm/api').then(({ register }) => { register(); return import(${program}); })`;
  return judgeOnThreads<CommittedScore>(names, () => new Worker(loaded, { eval: true }));
}

/** Committed ones if their inputs are unchanged. @param onlyCheck omits outdated ones */
export async function currentScores(
  flows: readonly { flow: { name: string }; fingerprint: string }[],
  onlyCheck: boolean,
): Promise<CommittedScores> {
  const committed = readScores();
  const stale = flows.filter(
    ({ flow: { name }, fingerprint }) => committed[name]?.fingerprint !== fingerprint,
  );
  const names = new Set(stale.map(({ flow }) => flow.name));
  const judged = onlyCheck ? {} : await judgeInParallel([...names]);
  return Object.fromEntries(
    flows.flatMap(({ flow: { name } }) => {
      const score = names.has(name) ? judged[name] : committed[name];
      return score ? [[name, score]] : [];
    }),
  );
}

export function mutantProblems(scores: CommittedScores): string[] {
  return Object.entries(scores).flatMap(([name, { survived, problems }]) => [
    ...survived.map((id) => `${name}: no path kills the mutant ${id}`),
    ...problems.map((problem) => `${name}: ${problem}`),
  ]);
}
