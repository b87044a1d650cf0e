import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Misuse } from '#flows/command/misuse.ts';
import { chartBefore } from '#flows/reported.ts';
import { readFeedback } from './feedback-file.ts';
import { readApprovals } from './flow-approvals.ts';
import { flowHistory } from './flow-history.ts';
import { screenFile } from './flow-screens.ts';
import { projectRoot } from './generated-files.ts';
import { replayed } from './replay-report.ts';
import { runCommand } from './run-command.ts';

/** As it was last approved, else as it was last committed. */
function chartsBefore() {
  const history = flowHistory(projectRoot);
  const approvals = readApprovals(projectRoot);
  return (flow: string) =>
    chartBefore(
      history.get(flow) ?? [],
      approvals.filter((one) => one.flow === flow),
    );
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { entry: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Misuse('Which file?');
  const entries = readFeedback(file);
  const withSteps = entries.filter(({ steps }) => steps.length > 0);
  const entry =
    values.entry === undefined
      ? withSteps[0]
      : withSteps.find(({ feedbackId }) => feedbackId === values.entry);
  if (!entry) throw new Misuse('No feedback with steps of the page is in this file, or none has this id.');
  const { lines, files } = replayed(entry, (flow) => screenFile(flow) !== undefined, chartsBefore());
  for (const { path, content } of files) {
    const absolute = join(projectRoot, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }
  console.log(lines.join('\n') || 'None of the reported flows has a chart here.');
  return 0;
}

await runCommand(
  'npm run replay -- FILE [--entry ID]: where the steps that came with feedback part from the charts. ' +
    'FILE is what npm run --silent feedback -- --json printed.',
  main,
);
