import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedbackEntry } from '#contract/feedback.ts';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import type { FlowMeasures } from '#flows/export/summary.ts';
import type { Flow } from '#flows/flow.ts';
import { mergedSteps } from '#flows/traffic.ts';
import { browserLabel, mutantsLabel, noFigure, screenLabel } from '#flows/viewer/figures.tsx';
import { flowData } from '#flows/viewer/flow-data.ts';
import { scriptExports, scriptTexts } from '#flows/viewer/script-texts.ts';
import type { Figure, ViewerData } from '#flows/viewer/viewer-data.ts';
import { catalogue } from '#machines/index.ts';
import { readApprovals } from '../flow-approvals.ts';
import { chartHash, flowHistory } from '../flow-history.ts';
import { flowMeasures } from '../flow-measures.ts';
import { analysisOf } from '../flow-records.ts';
import { pageWordsOf, screenFile } from '../flow-screens.ts';
import { readScores } from '../mutant-scores.ts';
import { parseRequirements } from '../requirements.ts';

const notReported = 'no run has been reported in docs/flows/coverage.json';

function measured({ react, browser, mutants }: FlowMeasures): Figure[] {
  const noScreen = react?.percent === null ? react.reason : undefined;
  const shares = [
    [screenLabel, react, notReported],
    [browserLabel, browser, noScreen ?? notReported],
    [mutantsLabel, mutants, 'not measured; npm run paths:mutants does it'],
  ] as const;
  return shares.map(([label, share, whyNot]) => {
    const percent = share?.percent ?? null;
    // Readers of the site do not know the tests' files.
    const reason = (share?.reason ?? (percent === null ? whyNot : undefined))?.replace(/; tests\/.*$/, '');
    return {
      label,
      value: percent === null ? noFigure : `${percent} %`,
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

/** @param reports feedback of users with the steps that they sent with it */
export async function siteDataModule(
  root: string,
  wanted: readonly Flow[] = catalogue,
  reports: readonly Pick<FeedbackEntry, 'steps'>[] | null = null,
): Promise<string> {
  const measures = flowMeasures(readScores());
  const approvals = readApprovals(root);
  const flows: Record<string, ViewerData['flows'][string]> = {};
  for (const flow of wanted) {
    flows[flow.name] = {
      ...flowData(analysisOf(flow), measured(measures(flow.name))),
      hasScreen: screenFile(flow.name) !== undefined,
      version: chartHash(structureJson(chartStructure(flow))),
      approvals: approvals.filter((approval) => approval.flow === flow.name),
    };
  }
  const list = join(root, 'docs/requirements/list.md');
  const sections = existsSync(list) ? parseRequirements(readFileSync(list, 'utf8')) : [];
  const requirements = Object.fromEntries(
    sections.flatMap((section) => section.requirements).map(({ number, text }) => [number, text]),
  );
  const literal = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
  const lazily = (what: string) =>
    wanted
      .map(
        ({ name }) =>
          `${JSON.stringify(name)}: () => import('virtual:flow-${what}/${name}').then((all) => all.default)`,
      )
      .join(', ');
  return [
    `export const flows = ${literal(flows)};`,
    `export const traffic = ${literal(
      reports && {
        reports: reports.filter(({ steps }) => steps.length > 0).length,
        steps: mergedSteps(reports.flatMap(({ steps }) => steps)),
      },
    )};`,
    `export const scripts = {${lazily('scripts')}};`,
    `export const scriptFiles = () => import('virtual:flow-exports').then((all) => all.default);`,
    `export const requirements = ${literal(requirements)};`,
    `export const versions = {${lazily('versions')}};`,
  ].join('\n');
}

const scripted = async (flow: Flow) => {
  const analysis = analysisOf(flow);
  return { analysis, page: await pageWordsOf(analysis) };
};

const module = (value: unknown) => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});\n`;

/** What people do and see, step by step. */
export async function scriptsModule(name: string): Promise<string> {
  const flow = catalogue.find((one) => one.name === name);
  if (flow === undefined) throw new Error(`There is no flow ${name}.`);
  const { analysis, page } = await scripted(flow);
  return module(scriptTexts(analysis, page));
}

/** For test managements. */
export async function exportsModule(wanted: readonly Flow[] = catalogue): Promise<string> {
  return module(scriptExports(await Promise.all(wanted.map(scripted))));
}

let history: ReturnType<typeof flowHistory> | undefined;

export function versionsModule(root: string, flow: string): string {
  history ??= flowHistory(root);
  return module(history.get(flow) ?? []);
}
