import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseFlow } from '#flows/analysis.ts';
import type { FlowMeasures } from '#flows/export/summary.ts';
import { flowData } from '#flows/viewer/flow-data.ts';
import type { Figure, ViewerData } from '#flows/viewer/viewer-data.ts';
import { catalogue } from '#machines/index.ts';
import { flowMeasures } from '../flow-measures.ts';
import { readScores } from '../mutant-scores.ts';
import { parseRequirements } from '../requirements.ts';

/** What was measured elsewhere, as it is committed beside the charts. */
function measured({ react, browser, mutants }: FlowMeasures): Figure[] {
  const shares = [
    ['React', react],
    ['Browser', browser],
    ['Mutants killed', mutants],
  ] as const;
  return shares.flatMap(([label, share]) =>
    share
      ? [
          {
            label,
            value: [share.percent === null ? '–' : `${share.percent} %`, share.reason && `(${share.reason})`]
              .filter(Boolean)
              .join(' '),
          },
        ]
      : [],
  );
}

/**
 * What the site shows besides the charts themselves: where their boxes stand, their paths, figures and
 * requirements, as the source of a module.
 * @param root folder of the project
 */
export async function siteDataModule(root: string): Promise<string> {
  const measures = flowMeasures(readScores());
  const flows: Record<string, ViewerData['flows'][string]> = {};
  for (const flow of catalogue) {
    flows[flow.name] = await flowData(analyseFlow(flow), measured(measures(flow.name)));
  }
  const list = join(root, 'docs/requirements/list.md');
  const sections = existsSync(list) ? parseRequirements(readFileSync(list, 'utf8')) : [];
  const requirements = Object.fromEntries(
    sections.flatMap((section) => section.requirements).map(({ number, text }) => [number, text]),
  );
  const literal = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
  return `export const flows = ${literal(flows)};\nexport const requirements = ${literal(requirements)};\n`;
}
