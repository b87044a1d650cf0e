import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.cwd(), 'docs/flows/coverage.json');

/** How much of a flow one level has shown; `percent` is null where there is no screen, and the reason says why. */
export interface LevelCoverage {
  percent: number | null;
  transitions?: number;
  taken?: number;
  reason?: string;
}

type Coverage = Record<string, Record<string, LevelCoverage>>;

/** `npm run paths:react` writes what it has seen; every other run compares. */
export const writesCoverage = process.env.npm_lifecycle_event === 'paths:react';

export function readCoverage(): Coverage {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Coverage) : {};
}

/** Replaces one level's figures; those of the other levels stay. */
export function writeCoverage(level: string, seen: ReadonlyMap<string, LevelCoverage>): void {
  const coverage = readCoverage();
  for (const [flow, figures] of seen) coverage[flow] = { ...coverage[flow], [level]: figures };
  writeFileSync(file, `${JSON.stringify(coverage, null, 2)}\n`);
}
