import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowAnalysis } from '#flows/analysis.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import { mutantsOf } from '#flows/mutants/mutants.ts';
import { type MutationScore, mutationScore } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { type GeneratedFile, projectRoot } from './generated-files.ts';

/** A committed score with its inputs' fingerprint. */
export interface CommittedScore extends MutationScore {
  /** Of the ids of all mutants, the list of equivalents and the paths. */
  fingerprint: string;
}

export type CommittedScores = Record<string, CommittedScore>;

const path = 'docs/flows/mutants.json';

/** The committed scores by flow; empty before the first run. */
export function readScores(): CommittedScores {
  const absolute = join(projectRoot, path);
  return existsSync(absolute) ? JSON.parse(readFileSync(absolute, 'utf8')) : {};
}

function fingerprint(analysis: FlowAnalysis): string {
  const parts = [
    mutantsOf(analysis.flow).map(({ id }) => id),
    analysis.flow.equivalents ?? [],
    pathsJson(analysis),
    pathsMarkdown(analysis),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

export function scoreOf(analysis: FlowAnalysis, score: MutationScore): CommittedScore {
  return { fingerprint: fingerprint(analysis), ...score };
}

/** One line per flow, in catalogue order; removed flows are dropped. */
export function scoresFile(scores: CommittedScores): GeneratedFile {
  const lines = catalogue.flatMap(({ name }) =>
    scores[name] ? [`  ${JSON.stringify(name)}: ${JSON.stringify(scores[name])}`] : [],
  );
  return { path, content: `{\n${lines.join(',\n')}\n}\n` };
}

/**
 * The scores of these flows: committed ones if their inputs are unchanged.
 * @param onlyCheck omits outdated ones; otherwise they are recomputed
 */
export function currentScores(analyses: readonly FlowAnalysis[], onlyCheck: boolean): CommittedScores {
  const committed = readScores();
  return Object.fromEntries(
    analyses.flatMap((analysis) => {
      const score = committed[analysis.flow.name];
      if (score?.fingerprint === fingerprint(analysis)) {
        return [[analysis.flow.name, score]];
      }
      return onlyCheck ? [] : [[analysis.flow.name, scoreOf(analysis, mutationScore(analysis))]];
    }),
  );
}

/** Survivors and needless explanations, each line with the flow's name. */
export function mutantProblems(scores: CommittedScores): string[] {
  return Object.entries(scores).flatMap(([name, { survived, problems }]) => [
    ...survived.map((id) => `${name}: no path kills the mutant ${id}`),
    ...problems.map((problem) => `${name}: ${problem}`),
  ]);
}
