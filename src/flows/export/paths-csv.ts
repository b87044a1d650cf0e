import type { FlowAnalysis } from '../analysis.ts';
import { handWords, notByHand, type PageWords, seenAfter, stepLine } from './script-words.ts';
import { startWords, stateDescription, stateTitle } from './step-words.ts';

/** RFC 4180. An apostrophe prevents formulas. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;

interface StepRow {
  id: string;
  title: string;
  section: string;
  priority: string;
  type: string;
  /** `yes`, or why no person can carry it out. */
  manual: string;
  references: string;
  given: string;
  step: number;
  action: string;
  byHand: string;
  result: string;
}

function stepRows({ flow, scripts }: FlowAnalysis, page?: PageWords): StepRow[] {
  const byHand = handWords({ flow, scripts }, page);
  return scripts.flatMap((script): StepRow[] => {
    const { id, title, kind, priority, isSmoke, path } = script;
    const { start, edges } = path;
    const why = notByHand(flow, script, page);
    const common = {
      id,
      title,
      section: flow.title,
      priority: String(priority),
      type: [kind, isSmoke ? 'smoke' : '', why ? 'not-by-hand' : ''].filter(Boolean).join(', '),
      manual: why === undefined ? 'yes' : `no: ${why}`,
      references: flow.requirements.join(' '),
      given: `${page ? `${page.begin} ` : ''}${startWords(start)}. ${stateTitle(start.state)}. ${stateDescription(start.state)}`,
    };
    if (edges.length === 0) {
      return [
        {
          ...common,
          step: 1,
          action: startWords(start),
          byHand: page?.begin ?? '',
          result: stateTitle(start.state),
        },
      ];
    }
    return edges.map(({ event, state }, at): StepRow => {
      const before = edges[at - 1]?.state ?? start.state;
      const seen = `${stateTitle(state)}. ${stateDescription(state, before)} ${seenAfter(flow, state, page)}`;
      return {
        ...common,
        step: at + 1,
        action: stepLine(event, state),
        byHand: byHand(script, at) ?? '',
        result: seen.trim(),
      };
    });
  });
}

const bothWays = ({ action, byHand }: StepRow) =>
  byHand === '' ? action : `${action} (${byHand.replace(/\.$/, '')})`;

const testRailPriorities: Readonly<Record<string, string>> = { 1: 'High', 2: 'Medium', 3: 'Low' };

interface CsvFormat {
  title: string;
  head: readonly string[];
  cells: (row: StepRow) => readonly string[];
}

/** By name; each has one row per step. */
export const csvFormats = {
  /** As test management tools import them: rows with the same ID are one case. Columns are in the order of `stepRows`. */
  csv: {
    title: 'CSV',
    head: [
      'ID',
      'Title',
      'Section',
      'Priority',
      'Type',
      'Manual',
      'References',
      'Preconditions',
      'Step',
      'Action',
      'By hand',
      'Expected result',
    ],
    cells: (one) => Object.values(one).map(String),
  },
  /** As Xray's Test Case Importer reads it: `TCID` joins the steps of a test, and is a label, by which the next import finds it. */
  xray: {
    title: 'CSV for Xray',
    head: ['TCID', 'Test Summary', 'Test Priority', 'Labels', 'Action', 'Data', 'Result'],
    cells(one) {
      const labels = [one.id, ...one.type.split(', ')].join(' ');
      const first = one.step === 1 ? [one.title, one.priority, labels] : ['', '', ''];
      return [one.id, ...first, bothWays(one), one.step === 1 ? one.given : '', one.result];
    },
  },
  /** As TestRail imports cases on several rows: only the first row of a case has its title. */
  testrail: {
    title: 'CSV for TestRail',
    head: [
      'Automation ID',
      'Title',
      'Section',
      'Priority',
      'Type',
      'Execution',
      'References',
      'Preconditions',
      'Steps (Step)',
      'Steps (Expected Result)',
    ],
    cells: (one) => [
      ...(one.step === 1
        ? [
            one.id,
            one.title,
            one.section,
            testRailPriorities[one.priority] ?? '',
            one.type.includes('smoke') ? 'Smoke & Sanity' : 'Functional',
            one.manual === 'yes' ? 'Manual' : `Automated, ${one.manual}`,
            one.references.replaceAll(' ', ', '),
            one.given,
          ]
        : Array.from({ length: 8 }, () => '')),
      bothWays(one),
      one.result,
    ],
  },
} satisfies Readonly<Record<string, CsvFormat>>;

export type CsvFormatName = keyof typeof csvFormats;

export const isCsvFormat = (name: string): name is CsvFormatName => Object.hasOwn(csvFormats, name);

export const csvHead = (format: CsvFormatName) => row(csvFormats[format].head);

/** Without the head. */
export const pathsCsv = (format: CsvFormatName, analysis: FlowAnalysis, page?: PageWords) =>
  stepRows(analysis, page)
    .map((one) => row(csvFormats[format].cells(one)))
    .join('');
