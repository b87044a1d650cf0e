import type { FlowAnalysis } from '../analysis.ts';

export type FlowSummary = Pick<FlowAnalysis, 'flow' | 'counts'>;

export const summaryHeader = [
  'Flow',
  'States',
  'Transitions',
  'Guards both ways',
  'Outcomes',
  'Model states',
  'Paths',
  'Steps',
  'Machine level',
] as const;

export interface Share {
  /** Null if there is nothing to cover. */
  percent: number | null;
  reason?: string;
}

export interface FlowMeasures {
  react?: Share;
  browser?: Share;
  mutants?: Share;
}

const measureHeader = ['React', 'Browser', 'Mutants killed'] as const;

function measureCells({ react, browser, mutants }: FlowMeasures): string[] {
  return [react, browser, mutants].map((share) => {
    if (!share) {
      return '–';
    }
    const percent = share.percent === null ? '–' : `${share.percent} %`;
    return share.reason === undefined ? percent : `${percent} (${share.reason})`;
  });
}

export function summaryRow({ flow, counts }: FlowSummary): string[] {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : `${part}/${whole}`);
  const excluded = flow.exclude?.length ?? 0;
  const total = counts.transitions + counts.guards + counts.outcomes;
  const met = counts.transitionsTaken + counts.guardsBothWays + counts.outcomesSeen;
  const percent = total === 0 ? 100 : Math.floor((100 * Math.min(met + excluded, total)) / total);
  return [
    flow.name,
    String(counts.states),
    share(counts.transitionsTaken, counts.transitions),
    share(counts.guardsBothWays, counts.guards),
    share(counts.outcomesSeen, counts.outcomes),
    counts.explored === counts.modelStates
      ? String(counts.modelStates)
      : share(counts.explored, counts.modelStates),
    String(counts.paths),
    String(counts.steps),
    excluded === 0 ? `${percent} %` : `${percent} % (${excluded} excluded)`,
  ];
}

export function summaryText(analyses: readonly FlowSummary[]): string {
  const rows = [[...summaryHeader], ...analyses.map(summaryRow)];
  const widths = summaryHeader.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param measures results of other runs; without them their columns are omitted */
export function summaryMarkdown(
  analyses: readonly FlowSummary[],
  nameCell: (analysis: FlowSummary) => string,
  measures?: (flowName: string) => FlowMeasures,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const header = [...summaryHeader, ...(measures ? measureHeader : [])];
  return [
    line(header),
    line(header.map(() => '---')),
    ...analyses.map((analysis) =>
      line([
        nameCell(analysis),
        ...summaryRow(analysis).slice(1),
        ...(measures ? measureCells(measures(analysis.flow.name)) : []),
      ]),
    ),
  ].join('\n');
}
