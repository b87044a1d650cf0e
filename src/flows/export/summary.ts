import type { FlowAnalysis } from '../analysis.ts';

/** Columns of the summary of all flows. */
export const summaryHeader = [
  'Flow',
  'States',
  'Transitions',
  'Guards both ways',
  'Outcomes',
  'Paths',
  'Steps',
  'Machine level',
] as const;

/** One row of the summary: what there is, and how much of it the paths cover. */
export function summaryRow({ flow, counts }: FlowAnalysis): string[] {
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
    String(counts.paths),
    String(counts.steps),
    excluded === 0 ? `${percent} %` : `${percent} % (${excluded} excluded)`,
  ];
}

/** The summary as text in columns, for a terminal. */
export function summaryText(analyses: readonly FlowAnalysis[]): string {
  const rows = [[...summaryHeader], ...analyses.map(summaryRow)];
  const widths = summaryHeader.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The summary as a Markdown table. */
export function summaryMarkdown(
  analyses: readonly FlowAnalysis[],
  nameCell: (analysis: FlowAnalysis) => string,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(summaryHeader),
    line(summaryHeader.map(() => '---')),
    ...analyses.map((analysis) => line([nameCell(analysis), ...summaryRow(analysis).slice(1)])),
  ].join('\n');
}
