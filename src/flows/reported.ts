import type { ChartStructure } from './diff/structure.ts';
import { stepLine } from './export/script-words.ts';
import { eventWords, startWords, stateTitle } from './export/step-words.ts';
import type { Flow } from './flow.ts';
import type { ModelGraph } from './graph.ts';
import { exploreModel } from './model-graph.ts';
import {
  type FixedStep,
  type Followed,
  fixedSteps,
  followReport,
  partsFromApproved,
  type ReportStep,
  stepsByActor,
} from './report.ts';
import type { ModelPath } from './tour.ts';
import { sentence, words } from './words.ts';

/** A flow's chart as it was. */
export interface ChartBefore {
  what: 'approved' | 'committed';
  structure: ChartStructure;
}

/**
 * As it was last approved, else as it was last committed.
 * @param versions newest first
 */
export function chartBefore(
  versions: readonly { hash: string; structure: ChartStructure }[],
  approvals: readonly { version: string }[],
): ChartBefore | undefined {
  const approved = versions.find(({ hash }) => hash === approvals.at(-1)?.version);
  if (approved) return { what: 'approved', structure: approved.structure };
  return versions[0] && { what: 'committed', structure: versions[0].structure };
}

/** The first step at which a flow of a report and its chart part, as its path's last one. */
export interface Parting {
  flow: Flow;
  path: ModelPath;
  meant: Followed['meant'];
  /** The words of both. */
  said: string;
  /** States that the path does not lead to, without the machine's id, and who says so. */
  instead: { who: 'report' | ChartBefore['what']; states: readonly string[] };
  fixed: readonly FixedStep[];
}

/** What became of one running flow of a report; with the path, as far as it is known. */
export type Reported = { flow: Flow; said: string; path?: ModelPath } | Parting;

export const hasParted = (one: Reported): one is Parting => 'instead' in one;

const statesWords = (leaves: readonly string[]) =>
  leaves.map((path) => path.split('.').map(sentence).join(' › ')).join(' and ');

/** A report has no contents: the same states may have come by other cases. */
function otherCases({ path, meant }: Pick<Followed, 'path' | 'meant'>, at: number): string {
  const own = path.edges[at]?.event.key;
  const others = meant.get(at)?.filter(({ key }) => key !== own) ?? [];
  return others.length === 0 ? '' : ` (or: ${others.map(eventWords).join('; ')})`;
}

function partingWords(
  flow: Flow,
  followed: Followed,
  { step, at, expected }: NonNullable<Followed['parting']>,
): string {
  const event = words(step.event.replace(/^xstate\.(?:done|error)\.actor\./, ''));
  const why = step.code === undefined ? '' : ` (${step.code})`;
  const last = followed.path.edges.length - 1;
  const led = expected.length === 0 ? undefined : followed.path.edges[last];
  const how = step.event.startsWith('xstate.error.')
    ? `${event} fails${why}`
    : step.event.startsWith('xstate.done.')
      ? `${event} is done${led ? `: ${eventWords(led.event)}${otherCases(followed, last)}` : ''}`
      : step.event.startsWith('xstate.after.')
        ? 'time passes'
        : event;
  const chart =
    expected.length === 0
      ? 'the chart stays there'
      : `the chart leads to ${expected.map(statesWords).join(', or ')}`;
  return `${flow.title}, step ${at}: in ${statesWords(step.from)}, “${how}”: ${chart}; the report says ${statesWords(step.to)}.`;
}

/** Where the path is as the chart is now, but not as it was. */
function unlikeBefore(flow: Flow, { path, meant, isCut }: Followed, before: ChartBefore | undefined) {
  const parted = before && partsFromApproved(flow, path, before.structure);
  const edge = parted && path.edges[parted.at - 1];
  if (!edge) return undefined;
  const shortened = { ...path, edges: path.edges.slice(0, parted.at) };
  const states = parted.oneOf.map((one) => one.split(' + '));
  const said =
    `${flow.title}, step ${parted.at} of the script, “${stepLine(edge.event, edge.state)}”${otherCases({ path, meant }, parted.at - 1)}: the ${before.what} chart leads to ` +
    `${states.map(statesWords).join(', or ')}; the report and the machine go to ${stateTitle(edge.state)}.${isCut ? ' It allows too many ways to tell all that its steps may have been.' : ''}`;
  const fixed = fixedSteps(shortened).map(
    (step, index): FixedStep => (index === parted.at - 1 ? [step[0], ...parted.oneOf] : step),
  );
  return { path: shortened, meant, said, fixed, instead: { who: before.what, states: states.flat() } };
}

/**
 * What became of each running flow of a report that has a chart here.
 * @param beforeOf a flow's chart as it was last approved, or else last committed
 */
export function reported(
  steps: readonly ReportStep[],
  flows: readonly Flow[],
  beforeOf: (flow: string) => ChartBefore | undefined = () => undefined,
  graphOf: (flow: Flow) => ModelGraph = exploreModel,
): Reported[] {
  return stepsByActor(steps).flatMap((own): Reported[] => {
    const flow = flows.find(({ machine }) => machine.id === own[0]?.flow);
    if (!flow) return [];
    const followed = followReport(graphOf(flow), own);
    const plainly = (said: string) => [{ flow, said: `${flow.title}: ${said}` }];
    if (!followed) return plainly('its first reported state is not in the chart.');
    const { path, meant, parting, lostAt } = followed;
    if (parting) {
      const instead = { who: 'report', states: parting.step.to } as const;
      const said = partingWords(flow, followed, parting);
      return [{ flow, path, meant, said, fixed: fixedSteps(path), instead }];
    }
    if (lostAt !== undefined)
      return plainly(
        `all as in the chart up to step ${lostAt}; it allows too many ways to follow it further.`,
      );
    const unlike = unlikeBefore(flow, followed, beforeOf(flow.name));
    if (unlike) return [{ flow, ...unlike }];
    const last = path.edges.at(-1);
    const ended = last
      ? `, with “${stepLine(last.event, last.state)}”${otherCases(followed, path.edges.length - 1)} last, in ${stateTitle(last.state)}`
      : '';
    const alike = `${own.length} ${own.length === 1 ? 'step' : 'steps'}, all as in the chart${ended}.`;
    return plainly(alike).map((one) => ({ ...one, path }));
  });
}

/** As Markdown, for a person. */
export function reportScript({ flow, path, meant, said }: Parting): string {
  const { start, edges } = path;
  return [
    `# ${flow.title}: as reported`,
    '',
    `Start: ${startWords(start)}. **${stateTitle(start.state)}.**`,
    '',
    ...edges.map(
      ({ event, state }, index) =>
        `${index + 1}. ${stepLine(event, state)}${otherCases({ path, meant }, index)}. → **${stateTitle(state)}.**`,
    ),
    '',
    said,
    '',
  ].join('\n');
}
