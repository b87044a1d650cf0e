import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Flow } from '../flow.ts';
import type { ModelGraph } from '../graph.ts';
import { exploreModel } from '../model-graph.ts';
import { present, reasonOf } from '../present.ts';
import { isReportId, isReportStep, type ReportStep } from '../report.ts';
import {
  type ChartBefore,
  chartBefore,
  hasParted,
  type Parting,
  type Reported,
  reported,
  reportScript,
} from '../reported.ts';
import { recordOf } from '../stable-json.ts';
import { CopyButton } from './copy-link.tsx';
import { partingHash, placeHash } from './place.ts';
import { momentKey, type Simulation } from './simulation.ts';
import type { ViewerData } from './viewer-data.ts';

/** What a user sent, and what became of it on the charts. */
export interface Report {
  id: string;
  outcome: readonly Reported[];
}

/** Bytes: a hundred reports of fifty steps have about a tenth. */
const largestFile = 5_000_000;

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
  const reports = [content].flat().flatMap((one, index) => {
    const { feedbackId = 'without an id', steps } = recordOf(one);
    if (!Array.isArray(steps) || steps.length === 0) return [];
    if (feedbackId !== 'without an id' && !isReportId(feedbackId))
      throw new Error(`Report ${index + 1} has an id that no feedback has: nothing was read.`);
    const wrong = steps.findIndex((step) => !isReportStep(step));
    if (wrong >= 0)
      throw new Error(
        `Report ${index + 1}: no page writes a step such as its step ${wrong + 1}: nothing was read.`,
      );
    return [{ id: feedbackId, steps: steps.filter(isReportStep) }];
  });
  if (reports.length === 0) throw new Error('This file has no report with the steps of a page.');
  return reports;
}

/** A moment for the page, so that it stays alive. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Reports of a file, followed on the charts as they are and as they were. */
async function followed(file: File, { catalogue, flows, versions }: ViewerData): Promise<Report[]> {
  if (file.size > largestFile)
    throw new Error(`This file is too large to be read here: it may have ${largestFile / 1_000_000} MB.`);
  const reports = readReports(await file.text());
  const ids = new Set(reports.flatMap(({ steps }) => steps.map(({ flow }) => flow)));
  const graphs = new Map<Flow, ModelGraph>();
  const before = new Map<string, ChartBefore | undefined>();
  for (const flow of catalogue.filter(({ machine }) => ids.has(machine.id))) {
    await nextTask();
    graphs.set(flow, exploreModel(flow));
    const known = (await versions?.[flow.name]?.()) ?? [];
    before.set(flow.name, chartBefore(known, flows[flow.name]?.approvals ?? []));
  }
  const met = [...graphs.keys()];
  const told: Report[] = [];
  for (const { id, steps } of reports) {
    await nextTask();
    const outcome = reported(
      steps,
      met,
      (name) => before.get(name),
      (flow) => present(graphs.get(flow), 'graph'),
    );
    told.push({ id, outcome });
  }
  return told;
}

const isForOtherField = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('input[type=file]') !== null;

/** The reports of a file that the reader chooses, or drops anywhere on the page but on another field for files. */
export function useReports(data: ViewerData) {
  const [reports, setReports] = useState<readonly Report[]>([]);
  const [problem, setProblem] = useState('');
  const [reading, setReading] = useState('');
  const latest = useRef<File>(undefined);
  const read = async (files: Iterable<File>) => {
    const [file, another] = files;
    if (!file) return;
    latest.current = file;
    setReports([]);
    setProblem('');
    setReading(`Reading ${file.name} …`);
    try {
      if (another) throw new Error('Choose or drop one file at a time: nothing was read.');
      const told = await followed(file, data);
      if (latest.current === file) setReports(told);
    } catch (error) {
      if (latest.current === file) setProblem(reasonOf(error));
    }
    if (latest.current === file) setReading('');
  };
  const isMeant = (event: DragEvent) => event.dataTransfer.types.includes('Files') && !isForOtherField(event);
  return {
    reports,
    problem,
    reading,
    read,
    dropping: {
      onDragOver: (event: DragEvent) => {
        if (isMeant(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!isMeant(event)) return;
        event.preventDefault();
        window.location.hash = placeHash({ flow: null, state: null });
        void read(event.dataTransfer.files);
      },
    },
  };
}

export function ReportFile({
  reports,
  problem,
  reading,
  read,
}: Omit<ReturnType<typeof useReports>, 'dropping'>) {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void read([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <details
      className="figure-key"
      open={reports.length > 0 || problem !== '' || reading !== '' || undefined}
    >
      <summary>A report of a user</summary>
      <label className="choice" htmlFor={id}>
        Choose the file of steps that came with the feedback, or drop it on this page
      </label>
      <input id={id} type="file" accept="application/json,.json" onChange={choose} />
      <p className="muted">
        It is read in this page only, and sent nowhere. What it says is gone when you leave the page; a link
        to its path on a chart has the names of its steps.
      </p>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div role="status">
        {reading}
        {reports.map(({ id, outcome }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two reports may have the same id
          <section key={place} aria-label={`Report ${id}`}>
            <h3>Report {id}</h3>
            <ul className="changes">
              {outcome
                .toSorted((one, two) => Number(hasParted(two)) - Number(hasParted(one)))
                .map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one of several flows of a kind is identified by its place
                  <li key={index}>
                    {one.said}{' '}
                    {one.path && (
                      <a href={partingHash({ ...one, path: one.path })}>
                        {hasParted(one) ? 'Show it on the chart' : 'Show its path'}
                      </a>
                    )}
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

/** What a report of this flow says of the walked path, if that begins as the report did; of several the longest. */
export function partingOn(
  reports: readonly Report[],
  name: string,
  { scenario, moments }: Simulation,
): { report: string; parting: Parting } | undefined {
  const isWalked = ({ flow, path: { start, edges } }: Parting) =>
    flow.name === name &&
    start.scenario === scenario &&
    edges.every(({ event }, index) => moments[index + 1]?.key === momentKey(event));
  return reports
    .flatMap(({ id, outcome }) => outcome.filter(hasParted).map((parting) => ({ report: id, parting })))
    .filter(({ parting }) => isWalked(parting))
    .toSorted((one, two) => two.parting.path.edges.length - one.parting.path.edges.length)[0];
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
