import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.cwd(), 'docs/flows/coverage.json');

export interface LevelCoverage {
  percent: number | null;
  transitions?: number;
  taken?: number;
  reason?: string;
}

type Coverage = Record<string, Record<string, LevelCoverage>>;

export const writesCoverage = process.env.npm_lifecycle_event === 'paths:react';

export function readCoverage(): Coverage {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Coverage) : {};
}

export function writeCoverage(level: string, seen: ReadonlyMap<string, LevelCoverage>): void {
  const coverage = readCoverage();
  for (const [flow, figures] of seen) coverage[flow] = { ...coverage[flow], [level]: figures };
  writeFileSync(file, `${JSON.stringify(coverage, null, 2)}\n`);
}
