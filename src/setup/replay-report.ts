import type { FeedbackEntry } from '#contract/feedback.ts';
import type { Flow } from '#flows/flow.ts';
import { type ChartBefore, hasParted, type Parting, reported, reportScript } from '#flows/reported.ts';
import { partingHash } from '#flows/viewer/place.ts';
import { catalogue } from '#machines/index.ts';

/** A file beside tests/web/paths/walk-reported.ts, which fails until both are alike. @param entry the feedback's id */
export function reportTest({ flow, path, fixed, said }: Parting, entry: string): string {
  const steps = fixed
    .map((step) => `    [${step.map((part) => JSON.stringify(part)).join(', ')}],\n`)
    .join('');
  return [
    `import { expect, it } from 'vitest';`,
    `import { walkReported } from './walk-reported.ts';`,
    '',
    `it(${JSON.stringify(`${flow.title}: as reported`)}, async () => {`,
    `  const problems = await walkReported(${JSON.stringify(flow.name)}, ${JSON.stringify(path.start.scenario)}, [\n${steps}  ]);`,
    `  expect(problems, ${JSON.stringify(`Feedback ${entry}. ${said}`)}).toEqual([]);`,
    '});',
    '',
  ].join('\n');
}

export interface Replayed {
  lines: string[];
  files: { path: string; content: string }[];
}

/**
 * First where the steps that came with feedback part from the charts; a script and a failing test for each place.
 * @param beforeOf a flow's chart as it was last approved, or else last committed
 */
export function replayed(
  entry: Pick<FeedbackEntry, 'feedbackId' | 'steps'>,
  hasScreen: (flow: string) => boolean,
  beforeOf: (flow: string) => ChartBefore | undefined = () => undefined,
  flows: readonly Flow[] = catalogue,
): Replayed {
  const lines: string[] = [];
  const alike: string[] = [];
  const files: Replayed['files'] = [];
  const id = entry.feedbackId.slice(-8);
  for (const one of reported(entry.steps, flows, beforeOf)) {
    if (!hasParted(one)) {
      alike.push(one.said);
      if (one.path) alike.push(`  In the viewer: /flows${partingHash({ ...one, path: one.path })}`);
      continue;
    }
    const { flow, said } = one;
    const script = `replays/${flow.name}-${id}.md`;
    files.push({ path: script, content: reportScript(one) });
    lines.push(`${said}\n  In the viewer: /flows${partingHash(one)}`);
    lines.push(`  A script: ${script}`);
    if (!hasScreen(flow.name)) {
      lines.push('  This flow has no screen, so there is no test.');
    } else {
      const test = `tests/web/paths/reported-${flow.name}-${id}.test.tsx`;
      files.push({ path: test, content: reportTest(one, entry.feedbackId) });
      lines.push(`  A test that fails until it is fixed: npx vitest run ${test}`);
    }
  }
  if (files.length === 0 && alike.length > 0)
    alike.push(
      'No flow parts from its chart: look for the one whose last step is not what the user saw. What it caused, or its screen, is at fault then.',
    );
  return { lines: [...lines, ...alike], files };
}
