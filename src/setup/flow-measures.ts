import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowMeasures, Share } from '#flows/export/summary.ts';
import { scorePercent } from '#flows/mutants/score.ts';
import { screenFile } from './flow-screens.ts';
import { projectRoot } from './generated-files.ts';
import type { CommittedScores } from './mutant-scores.ts';

/** `{ "browser": { "percent": 90, "reason": "…" } }` by flow; unlisted levels of a flow with a screen take every transition. */
export const coveragePath = 'docs/flows/coverage.json';

function readCoverage(): Record<string, { react?: Share; browser?: Share }> {
  const absolute = join(projectRoot, coveragePath);
  return existsSync(absolute) ? JSON.parse(readFileSync(absolute, 'utf8')) : {};
}

const full: Share = { percent: 100 };
const unseen: Share = { percent: null, reason: 'has no screen yet' };

export function flowMeasures(scores: CommittedScores): (flowName: string) => FlowMeasures {
  const coverage = readCoverage();
  return (name) => {
    const score = scores[name];
    const { react = screenFile(name) ? full : unseen, browser } = coverage[name] ?? {};
    const shown = { react, ...(react.percent === null ? {} : { browser: browser ?? full }) };
    if (!score) return shown;
    const reason =
      score.equivalent === 0 ? {} : { reason: `${score.equivalent} of ${score.mutants} equivalent` };
    return { ...shown, mutants: { percent: scorePercent(score), ...reason } };
  };
}
