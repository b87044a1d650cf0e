import type { FlowPaths } from '../analysis.ts';
import { ChartDiffers, judgeMutants, type Verdict } from './kill.ts';
import { type Operator, operators } from './mutants.ts';

interface MutantCounts {
  mutants: number;
  killed: number;
  equivalent: number;
}

export interface MutationScore extends MutantCounts {
  operators: Partial<Record<Operator, MutantCounts>>;
  survived: readonly string[];
  problems: readonly string[];
}

const shortestReason = 10;

function countsOf(verdicts: readonly Verdict[], explained: ReadonlySet<string>): MutantCounts {
  return {
    mutants: verdicts.length,
    killed: verdicts.filter(({ difference }) => difference).length,
    equivalent: verdicts.filter(({ mutant, difference }) => !difference && explained.has(mutant.id)).length,
  };
}

/** Compares the survivors with the flow's list of equivalents. No fault is judged if a path does not describe the unchanged machine. */
export function mutationScore(paths: FlowPaths): MutationScore {
  try {
    return scoreOf(paths, judgeMutants(paths));
  } catch (error) {
    if (!(error instanceof ChartDiffers)) throw error;
    return { ...countsOf([], new Set()), operators: {}, survived: [], problems: [error.message] };
  }
}

function scoreOf(paths: FlowPaths, verdicts: readonly Verdict[]): MutationScore {
  const listed = paths.flow.equivalents ?? [];
  const explained = new Set(listed.flatMap(({ mutants }) => mutants));
  const survivors = new Set(verdicts.filter(({ difference }) => !difference).map(({ mutant }) => mutant.id));
  const known = new Set(verdicts.map(({ mutant }) => mutant.id));
  return {
    ...countsOf(verdicts, explained),
    operators: Object.fromEntries(
      operators.flatMap((operator) => {
        const own = verdicts.filter(({ mutant }) => mutant.operator === operator);
        return own.length > 0 ? [[operator, countsOf(own, explained)]] : [];
      }),
    ),
    survived: [...survivors].filter((id) => !explained.has(id)),
    problems: [
      ...[...explained]
        .filter((id) => !survivors.has(id))
        .map((id) => `listed as equivalent but ${known.has(id) ? 'killed' : 'no mutant'}: ${id}`),
      ...listed
        .filter(({ reason }) => reason.trim().length < shortestReason)
        .map(({ mutants }) => `equivalent without a reason: ${mutants[0] ?? 'an empty entry'}`),
    ],
  };
}

/** Without equivalents; 100 only if all are killed. */
export function scorePercent({ mutants, killed, equivalent }: MutantCounts): number {
  const killable = mutants - equivalent;
  return killable === 0 ? 100 : Math.floor((100 * killed) / killable);
}

export function scoreText(scores: readonly { name: string; score: MutationScore }[]): string {
  const nameWidth = Math.max(
    ...scores.map(({ name }) => name.length),
    ...operators.map(({ length }) => length + 2),
  );
  const line = (name: string, counts: MutantCounts) =>
    `${name.padEnd(nameWidth)}  ${String(counts.mutants).padStart(6)}  ${String(counts.killed).padStart(6)}  ` +
    `${String(counts.equivalent).padStart(10)}  ${String(scorePercent(counts)).padStart(3)} %`;
  return [
    `${'Flow'.padEnd(nameWidth)}  Mutants  Killed  Equivalent  Score`,
    ...scores.flatMap(({ name, score }) => [
      line(name, score),
      ...Object.entries(score.operators).map(([operator, counts]) => line(`  ${operator}`, counts)),
      ...score.survived.map((id) => `  survived: ${id}`),
      ...score.problems.map((problem) => `  ${problem}`),
    ]),
  ].join('\n');
}
