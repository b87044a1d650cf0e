import type { AnyStateNode } from 'xstate';
import type { FlowAnalysis } from '../analysis.ts';
import { type FlowMeasures, type FlowSummary, summaryMarkdown } from '../export/summary.ts';
import { allStates, type ChartTransition } from '../transitions.ts';
import { pathWords, words } from '../words.ts';
import { actionWords, conditionWords, listedActions, whenWords } from './chart-words.ts';

function cell(text: string): string {
  return text.replaceAll('|', '\\|') || '–';
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `| ${header.map(() => '---').join(' | ')} |`, ...rows.map(line)];
}

function stateRow(node: AnyStateNode): string[] {
  const entry = listedActions(node.entry);
  const exit = listedActions(node.exit);
  const does = [
    ...node.invoke.map(({ src }) => `runs: ${words(String(src))}`),
    ...(entry ? [`on entry: ${entry}`] : []),
    ...(exit ? [`on exit: ${exit}`] : []),
  ];
  return [pathWords(node.path), node.description ?? '', does.join('; '), node.tags.join(', ')];
}

function transitionRow(transition: ChartTransition): string[] {
  const { source, targets, actions } = transition;
  return [
    pathWords(source.path),
    whenWords(transition),
    conditionWords(transition),
    targets.length === 0 ? 'stays' : targets.map(({ path }) => pathWords(path)).join(' and '),
    actionWords(actions),
  ];
}

export function chartMarkdown(analysis: FlowAnalysis): string {
  const { flow, transitions } = analysis;
  const [, ...states] = allStates(flow.machine);
  const excluded = flow.exclude ?? [];
  return `${[
    `# ${flow.title}`,
    '',
    'Generated from the machine; do not edit.',
    '',
    flow.paragraph,
    '',
    ...(flow.requirements.length > 0 ? [`Serves ${flow.requirements.join(', ')}.`, ''] : []),
    `![Chart: ${flow.title}](${flow.name}.svg)`,
    '',
    '## States',
    '',
    ...table(['State', 'What it means', 'What it does', 'Tags'], states.map(stateRow)),
    '',
    '## Transitions',
    '',
    ...table(['In state', 'When', 'If', 'Then', 'Does'], transitions.map(transitionRow)),
    '',
    '## Test paths',
    '',
    `[Scripts for a person](paths/${flow.name}.md).`,
    '',
    summaryMarkdown([analysis], ({ flow: { title } }) => title),
    '',
    ...(excluded.length > 0
      ? [
          'No path can meet:',
          '',
          ...excluded.map(({ transition, reason }) => `- \`${transition}\`: ${reason}`),
          '',
        ]
      : []),
  ].join('\n')}\n`;
}

const measureNotes = [
  '`React` and `Browser`: share of the transitions taken on the rendered screens, by shorter paths to every',
  'transition, guard, case and outcome, and in Chromium, by these paths, as reported in `coverage.json`; – if the',
  'flow has no screen, or there is no report yet.',
  '`Mutants killed`: of the faults put into the machine one by one, those that the paths detect (`npm run paths:mutants`).',
];

/** @param measures results of other runs */
export function chartsReadme(
  analyses: readonly FlowSummary[],
  measures?: (flowName: string) => FlowMeasures,
): string {
  const rules = analyses.filter(({ flow }) => flow.invariants?.length);
  return `${[
    '# Flows',
    '',
    'Generated from the machines; do not edit. Every flow has a chart, its states and transitions as text, and',
    'test paths that take every transition.',
    '',
    summaryMarkdown(analyses, ({ flow: { name, title } }) => `[${title}](${name}.md)`, measures),
    '',
    '`Guards both ways`: guards seen to pass and to fail. `Outcomes`: results and events of actors.',
    '`Model states`: the combinations of state, context, pending delays and running actors that were met; `441/873`: of',
    'these, 441 were explored and the others only met, because the flow’s `abstraction` says that they are like explored',
    `ones. No illegal event (${analyses.reduce((sum, { counts }) => sum + counts.illegalEvents, 0)} in all) changes a met one; it is sent once where contexts cannot matter.`,
    '`Paths` and `Steps`: length of the tours that together take every transition. `Machine level`: share of',
    'transitions, guards and outcomes that they cover, replayed on the machine with a simulated clock.',
    ...(measures ? measureNotes : []),
    '',
    ...(rules.length > 0
      ? [
          'Rules that are true in every explored state, for every history:',
          '',
          ...rules.map(
            ({ flow }) =>
              `- ${flow.title}: ${(flow.invariants ?? []).map(({ name, requirement }) => (requirement ? `${name} (${requirement})` : name)).join('; ')}.`,
          ),
          '',
        ]
      : []),
    ...analyses.map(
      ({ flow: { name, title, paragraph } }) => `- [${title}](${name}.md)${paragraph && `: ${paragraph}`}`,
    ),
  ].join('\n')}\n`;
}
