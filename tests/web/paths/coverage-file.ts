import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.cwd(), 'docs/flows/coverage.json');

export interface LevelCoverage {
  percent: number | null;
  transitions?: number;
  taken?: number;
  reason?: string;
}

type Level = 'react' | 'browser';
type Coverage = Record<string, Partial<Record<Level, LevelCoverage>>>;

export const writesCoverage = process.env.npm_lifecycle_event === 'paths:react';

const read = (): Coverage => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export const committedCoverage = (flow: string, level: Level): LevelCoverage | null =>
  read()[flow]?.[level] ?? null;

export const listed = (coverage: LevelCoverage): LevelCoverage | null =>
  coverage.percent === 100 ? null : coverage;

/** Keeps other levels. */
export function writeCoverage(level: Level, seen: ReadonlyMap<string, LevelCoverage>): void {
  const coverage = read();
  for (const [flow, figures] of seen) {
    const { [level]: _, ...others } = coverage[flow] ?? {};
    const own = listed(figures);
    coverage[flow] = own === null ? others : { ...others, [level]: own };
    if (Object.keys(coverage[flow]).length === 0) delete coverage[flow];
  }
  writeFileSync(file, `${JSON.stringify(coverage, null, 2)}\n`);
}
