import type { FeedbackEntry } from '#contract/feedback.ts';
import type { ChartStructure } from '#flows/diff/structure.ts';
import { stepLine } from '#flows/export/script-words.ts';
import { startWords, stateTitle } from '#flows/export/step-words.ts';
import type { Flow } from '#flows/flow.ts';
import { exploreModel } from '#flows/model-graph.ts';
import {
  type FixedStep,
  type Followed,
  fixedSteps,
  followReport,
  partsFromApproved,
  stepsByActor,
} from '#flows/report.ts';
import type { ModelPath } from '#flows/tour.ts';
import { placeHash } from '#flows/viewer/place.ts';
import { sentence, words } from '#flows/words.ts';
import { catalogue } from '#machines/index.ts';

const statesWords = (leaves: readonly string[]) =>
  leaves.map((path) => path.split('.').map(sentence).join(' › ')).join(' and ');

function partingWords(flow: Flow, { step, at, expected }: NonNullable<Followed['parting']>): string {
  const event = words(step.event.replace(/^xstate\.(?:done|error)\.actor\./, ''));
  const how = step.event.startsWith('xstate.error.')
    ? `${event} fails`
    : step.event.startsWith('xstate.done.')
      ? `${event} is done`
      : step.event.startsWith('xstate.after.')
        ? 'time passes'
        : event;
  const chart =
    expected.length === 0
      ? 'the chart stays there'
      : `the chart leads to ${expected.map(statesWords).join(', or ')}`;
  return `${flow.title}, step ${at}: in ${statesWords(step.from)}, “${how}”: ${chart}; the report says ${statesWords(step.to)}.`;
}

function scriptOf(flow: Flow, { start, edges }: ModelPath, parting: string): string {
  return [
    `# ${flow.title}: as reported`,
    '',
    `Start: ${startWords(start)}. **${stateTitle(start.state)}.**`,
    '',
    ...edges.map(
      ({ event, state }, index) => `${index + 1}. ${stepLine(event)}. → **${stateTitle(state)}.**`,
    ),
    '',
    parting,
    '',
  ].join('\n');
}

function testOf(
  flow: Flow,
  scenario: string,
  fixed: readonly FixedStep[],
  parting: string,
  entry: string,
): string {
  const steps = fixed
    .map((step) => `    [${step.map((part) => JSON.stringify(part)).join(', ')}],\n`)
    .join('');
  return [
    `import { expect, it } from 'vitest';`,
    `import { walkReported } from './walk-reported.ts';`,
    '',
    `/** Feedback ${entry}. ${parting} */`,
    `it(${JSON.stringify(`${flow.title}: as reported`)}, async () => {`,
    `  const problems = await walkReported(${JSON.stringify(flow.name)}, ${JSON.stringify(scenario)}, [\n${steps}  ]);`,
    '  expect(problems).toEqual([]);',
    '});',
    '',
  ].join('\n');
}

/** Where the path is as the chart is now, but not as it was approved. */
function unlikeApproved(flow: Flow, path: ModelPath, approved: ChartStructure | undefined) {
  const parted = approved && partsFromApproved(flow, path, approved);
  const edge = parted && path.edges[parted.at - 1];
  if (!edge) return undefined;
  const shortened = { ...path, edges: path.edges.slice(0, parted.at) };
  const wanted = parted.oneOf.map((one) => statesWords(one.split(' + '))).join(', or ');
  const said =
    `${flow.title}, step ${parted.at} of the script, “${stepLine(edge.event)}”: the approved chart leads to ${wanted}; ` +
    `the report and the machine go to ${stateTitle(edge.state)}.`;
  const fixed = fixedSteps(shortened).map(
    (step, index): FixedStep => (index === parted.at - 1 ? [step[0], ...parted.oneOf] : step),
  );
  return { path: shortened, said, fixed };
}

export interface Replayed {
  lines: string[];
  files: { path: string; content: string }[];
}

/**
 * First where the steps that came with feedback part from the charts; a script and a failing test for each place.
 * @param approvedOf a flow's chart as it was last approved, or last committed
 */
export function replayed(
  entry: Pick<FeedbackEntry, 'feedbackId' | 'steps'>,
  hasScreen: (flow: string) => boolean,
  approvedOf: (flow: string) => ChartStructure | undefined = () => undefined,
  flows: readonly Flow[] = catalogue,
): Replayed {
  const lines: string[] = [];
  const alike: string[] = [];
  const files: Replayed['files'] = [];
  const id = entry.feedbackId.slice(-8);
  for (const steps of stepsByActor(entry.steps)) {
    const flow: Flow | undefined = flows.find(({ machine }) => machine.id === steps[0]?.flow);
    if (!flow) continue;
    const followed = followReport(exploreModel(flow), steps);
    if (!followed) {
      lines.push(`${flow.title}: its first reported state is not in the chart.`);
      continue;
    }
    const { parting } = followed;
    const found = parting
      ? { path: followed.path, said: partingWords(flow, parting), fixed: fixedSteps(followed.path) }
      : unlikeApproved(flow, followed.path, approvedOf(flow.name));
    if (!found) {
      alike.push(
        `${flow.title}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, all as in the chart.`,
      );
      continue;
    }
    const { path, said, fixed } = found;
    const script = `replays/${flow.name}-${id}.md`;
    files.push({ path: script, content: scriptOf(flow, path, said) });
    const run = { start: path.start.scenario, did: path.edges.map(({ event }) => event.key) };
    lines.push(`${said}\n  In the viewer: /flows${placeHash({ flow: flow.name, state: null, run })}`);
    lines.push(`  A script: ${script}`);
    if (!hasScreen(flow.name)) {
      lines.push('  This flow has no screen, so there is no test.');
    } else {
      const test = `tests/web/paths/reported-${flow.name}-${id}.test.tsx`;
      files.push({ path: test, content: testOf(flow, path.start.scenario, fixed, said, entry.feedbackId) });
      lines.push(`  A test that fails until it is fixed: npx vitest run ${test}`);
    }
  }
  return { lines: [...lines, ...alike], files };
}
