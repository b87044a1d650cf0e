import type { FlowAnalysis } from '../analysis.ts';
import { pathTitles } from './path-titles.ts';
import { type PageWords, stepLine, wayWords } from './script-words.ts';
import { startWords, stateDescription, stateTitle } from './step-words.ts';

export const csvHeader = [
  'ID',
  'Title',
  'Section',
  'Priority',
  'Type',
  'References',
  'Preconditions',
  'Step',
  'Action',
  'By hand',
  'Expected result',
] as const;

/** RFC 4180. An apostrophe prevents formulas. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;

/** One row per step, as test management tools import them; rows with the same ID are one case. */
export function pathsCsv(analysis: FlowAnalysis, page?: PageWords): string {
  const { flow, scripts } = analysis;
  const titles = pathTitles(scripts.map(({ path }) => path));
  return scripts
    .flatMap(({ id, kind, priority, isSmoke, path: { start, edges } }, index) => {
      const common = [
        id,
        titles[index] ?? '',
        flow.title,
        String(priority),
        isSmoke ? `${kind}, smoke` : kind,
        flow.requirements.join(' '),
      ];
      const given = `${startWords(start)}. ${stateTitle(start.state)}. ${stateDescription(start.state)}`;
      if (edges.length === 0)
        return [row([...common, given, '1', startWords(start), '', stateTitle(start.state)])];
      return edges.map(({ event, state }, at) => {
        const before = edges[at - 1]?.state ?? start.state;
        const shown = page?.seen(state).join('; ') ?? '';
        const seen =
          `${stateTitle(state)}. ${stateDescription(state, before)}${shown === '' ? '' : ` The page shows ${shown}.`}`.trim();
        return row([
          ...common,
          given,
          String(at + 1),
          stepLine(event),
          wayWords(flow, event, before, page) ?? '',
          seen,
        ]);
      });
    })
    .join('');
}

export const csvHead = row(csvHeader);
