import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { eventWords } from '../export/step-words.ts';
import type { ReportStep } from '../report.ts';
import { hasParted, type Parting, type Reported, reported, reportScript } from '../reported.ts';
import { recordOf } from '../stable-json.ts';
import { CopyButton } from './copy-link.tsx';
import { placeHash } from './place.ts';
import type { Simulation } from './simulation.ts';
import type { ViewerData } from './viewer-data.ts';

/** What a user sent, and what became of it on the charts. */
export interface Report {
  id: string;
  outcome: readonly Reported[];
}

const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isStep(value: unknown): value is ReportStep {
  const { flow, actor, event, from, to, code, times } = recordOf(value);
  return (
    [flow, actor, event, code ?? ''].every((one) => typeof one === 'string') &&
    areNames(from) &&
    areNames(to) &&
    typeof times === 'number'
  );
}

/**
 * @param text JSON: one report or a list of them, each with its `feedbackId` and `steps`
 * @throws Error with a message for the reader
 */
export function readReports(text: string): { id: string; steps: ReportStep[] }[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  const reports = [content].flat().flatMap((one) => {
    const { feedbackId, steps } = recordOf(one);
    if (!Array.isArray(steps) || steps.length === 0) return [];
    return [{ id: String(feedbackId ?? 'without an id'), steps: steps.filter(isStep) }];
  });
  if (reports.every(({ steps }) => steps.length === 0))
    throw new Error('This file has no report with the steps of a page.');
  return reports;
}

/** Reports of a file, followed on the charts as they are and as they were approved. */
async function followed(file: File, { catalogue, flows, versions }: ViewerData): Promise<Report[]> {
  const reports = readReports(await file.text());
  const ids = new Set(reports.flatMap(({ steps }) => steps.map(({ flow }) => flow)));
  const met = catalogue.filter(({ machine }) => ids.has(machine.id));
  const approved = new Map(
    await Promise.all(
      met.map(async ({ name }) => {
        const known = (await versions?.[name]?.()) ?? [];
        const last = flows[name]?.approvals?.at(-1)?.version;
        return [name, (known.find(({ hash }) => hash === last) ?? known[0])?.structure] as const;
      }),
    ),
  );
  return reports.map(({ id, steps }) => ({
    id,
    outcome: reported(steps, met, (name) => approved.get(name)),
  }));
}

/** The reports of a file that the reader chooses, or drops anywhere on the page. */
export function useReports(data: ViewerData) {
  const [reports, setReports] = useState<readonly Report[]>([]);
  const [problem, setProblem] = useState('');
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      setReports(await followed(file, data));
      setProblem('');
    } catch (error) {
      setReports([]);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    reports,
    problem,
    read,
    dropping: {
      onDragOver: (event: DragEvent) => {
        if (hasFile(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        window.location.hash = placeHash({ flow: null, state: null });
        void read(event.dataTransfer.files[0]);
      },
    },
  };
}

/** Where a path of the viewer begins as a report did. */
const placeOf = ({ flow, path: { start, edges } }: Parting) =>
  placeHash({
    flow: flow.name,
    state: null,
    run: { start: start.scenario, did: edges.map(({ event }) => event.key) },
  });

export function ReportFile({ reports, problem, read }: Omit<ReturnType<typeof useReports>, 'dropping'>) {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void read(event.target.files?.[0]);
    event.target.value = '';
  };
  return (
    <details className="figure-key" open={reports.length > 0 || problem !== '' || undefined}>
      <summary>A report of a user</summary>
      <label className="choice" htmlFor={id}>
        A file with the last steps that came with feedback; or drop it on this page
      </label>
      <input id={id} type="file" accept="application/json,.json" onChange={choose} />
      <p className="muted">It is only read in this page: nothing of it is sent or kept.</p>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div role="status">
        {reports.map(({ id, outcome }) => (
          <section key={id} aria-label={`Report ${id}`}>
            <h3>Report {id}</h3>
            <ul className="changes">
              {outcome
                .toSorted((one, two) => Number(hasParted(two)) - Number(hasParted(one)))
                .map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one of several flows of a kind is identified by its place
                  <li key={index}>
                    {one.said} {hasParted(one) && <a href={placeOf(one)}>Show it on the chart</a>}
                  </li>
                ))}
            </ul>
            {outcome.length === 0 && <p>None of its flows has a chart here.</p>}
          </section>
        ))}
      </div>
    </details>
  );
}

/** What a report of this flow says of the walked path, if it is that of the report. */
export function partingOn(
  reports: readonly Report[],
  name: string,
  { scenario, moments }: Simulation,
): { report: string; parting: Parting } | undefined {
  return reports
    .flatMap(({ id, outcome }) => outcome.filter(hasParted).map((parting) => ({ report: id, parting })))
    .find(
      ({ parting: { flow, path } }) =>
        flow.name === name &&
        path.start.scenario === scenario &&
        path.edges.every(({ event }, index) => moments[index + 1]?.did === eventWords(event)),
    );
}

interface PartedProps {
  report: string;
  parting: Parting;
  testOf: ViewerData['reportTest'];
  hasScreen: boolean;
  onGoTo: (position: number) => void;
}

/** Where chart and report part, in the words of both. */
export function Parted({ report, parting, testOf, hasScreen, onGoTo }: PartedProps): ReactNode {
  const { said, path } = parting;
  const copying = { copied: 'Copied.', otherwise: 'npm run replay writes it as a file' };
  return (
    <section className="note" aria-label="Where chart and report part">
      <p>{said}</p>
      <div className="buttons">
        <button type="button" onClick={() => onGoTo(path.edges.length)}>
          To this step
        </button>
        <CopyButton label="Copy the script" text={() => reportScript(parting)} {...copying} />
        {testOf && hasScreen && (
          <CopyButton label="Copy a failing test" text={() => testOf(parting, report)} {...copying} />
        )}
      </div>
      {testOf && !hasScreen && <p className="muted">This flow has no screen, so there is no test.</p>}
    </section>
  );
}
