import { type ChangeEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { type Change, compareStructures } from '../diff/compare.ts';
import { type ChartStructure, chartStructure } from '../diff/structure.ts';
import type { Flow } from '../flow.ts';
import { reasonOf } from '../present.ts';
import { scriptsToRepeat } from '../scripts-to-repeat.ts';
import type { TimedModel } from '../timed-model.ts';
import { Approval, dateWords } from './approval.tsx';
import { changeWords, detailWords } from './change-words.ts';
import { saveFile } from './export-chart.ts';
import { readOlderVersion } from './older-version.ts';
import { placeHash } from './place.ts';
import { playPath } from './simulation.ts';
import type { FlowData, FlowVersion, ViewerData } from './viewer-data.ts';

export interface Comparison {
  before: ChartStructure;
  after: ChartStructure;
  isPresent: boolean;
  changes: readonly Change[];
}

interface ComparePanelProps {
  flow: Flow;
  model: TimedModel;
  data: FlowData;
  loadVersions: (() => Promise<readonly FlowVersion[]>) | undefined;
  approve: ViewerData['approve'];
  comparison: Comparison | null;
  onCompare: (comparison: Comparison | null) => void;
}

const kindTitles = [
  ['added', 'Added'],
  ['removed', 'Removed'],
  ['changed', 'Changed'],
] as const;

function Changes({ flow, changes }: { flow: Flow; changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p>Both versions are the same.</p>;
  }
  return kindTitles.map(([kind, title]) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    return (
      ofKind.length > 0 && (
        <section key={kind} aria-label={title}>
          <h3>
            {title} ({ofKind.length})
          </h3>
          <ul className="changes">
            {ofKind.map((change) => (
              <li key={`${change.what} ${change.id}`}>
                <strong>{changeWords(flow, change)}</strong>
                {detailWords(change)
                  .filter((detail) => !changeWords(flow, change).includes(detail))
                  .map((detail) => (
                    <p key={detail}>{detail}</p>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      )
    );
  });
}

const presentVersion = '';

function optionOf({ id, date, title, release }: FlowVersion): ReactNode {
  return (
    <option key={`${id} ${release ?? ''}`} value={release ?? id}>
      {release ? `Release ${release}, ${dateWords(date)}` : `${dateWords(date)}: ${title} (${id})`}
    </option>
  );
}

export function ComparePanel({
  flow,
  model,
  data,
  loadVersions,
  approve,
  comparison,
  onCompare,
}: ComparePanelProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const [picture, setPicture] = useState('');
  const [versions, setVersions] = useState<readonly FlowVersion[] | null>(null);
  const [from, setFrom] = useState(presentVersion);
  const [to, setTo] = useState(presentVersion);

  useEffect(() => {
    let isWanted = true;
    const load = loadVersions ?? (() => Promise.resolve([]));
    load().then(
      (all) => isWanted && setVersions(all),
      () => isWanted && setProblem('The history could not be loaded. Reload the page to try again.'),
    );
    return () => {
      isWanted = false;
    };
  }, [loadVersions]);

  const structureOf = (name: string): ChartStructure =>
    versions?.find((version) => (version.release ?? version.id) === name)?.structure ?? chartStructure(flow);
  const compare = (before: string, after: string) => {
    setFrom(before);
    setTo(after);
    setPicture('');
    setProblem('');
    const [older, newer] = [structureOf(before), structureOf(after)];
    onCompare(
      before === after
        ? null
        : {
            before: older,
            after: newer,
            isPresent: after === presentVersion,
            changes: compareStructures(older, newer),
          },
    );
  };
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) {
      return;
    }
    setPicture('');
    setFrom(presentVersion);
    setTo(presentVersion);
    try {
      const before = readOlderVersion(await file.text(), flow.name);
      const after = chartStructure(flow);
      onCompare({ before, after, isPresent: true, changes: compareStructures(before, after) });
      setProblem('');
    } catch (error) {
      onCompare(null);
      setProblem(reasonOf(error));
    }
  };
  const draw = async ({ before, after, changes }: Comparison) => {
    const { diffSvg } = await import('../diff/diff-svg.ts');
    setPicture(diffSvg(before, after, changes));
  };
  const repeats = useMemo(
    () =>
      comparison?.isPresent
        ? scriptsToRepeat(
            flow,
            data.scripts.map((path) => ({
              id: path.id,
              path,
              states: playPath(model, path).map(({ state }) => state),
            })),
            comparison.changes,
          )
        : [],
    [flow, model, data, comparison],
  );
  const earlier = versions?.filter(({ hash }, index) => index > 0 || hash !== data.version) ?? [];
  const approved = (hash: string) => versions?.find((version) => version.hash === hash);
  return (
    <>
      {data.version !== undefined && (
        <Approval
          flow={flow.name}
          version={data.version}
          approvals={data.approvals ?? []}
          approve={approve}
          onShow={
            data.approvals?.some(({ version }) => approved(version)) && data.approvals.at(-1)
              ? (hash) => {
                  const version = approved(hash);
                  if (version) {
                    compare(version.release ?? version.id, presentVersion);
                  }
                }
              : undefined
          }
        />
      )}
      <h3>What changed</h3>
      {versions !== null && earlier.length === 0 && (
        <p>
          {versions.length > 0
            ? 'This chart has only ever had the present version.'
            : 'This page was made without the history of the project, so it lists no earlier versions.'}
        </p>
      )}
      {earlier.length > 0 && (
        <>
          <label className="choice">
            Earlier version
            <select value={from} onChange={(event) => compare(event.target.value, to)}>
              <option value={presentVersion}>Choose a version…</option>
              {earlier.map(optionOf)}
            </select>
          </label>
          <label className="choice">
            Compared with
            <select value={to} onChange={(event) => compare(from, event.target.value)}>
              <option value={presentVersion}>The version shown here</option>
              {earlier.map(optionOf)}
            </select>
          </label>
        </>
      )}
      <details>
        <summary>Compare with a version from a file</summary>
        <p className="muted">
          Every version of the project keeps its charts in the folder docs/flows; this one is{' '}
          <code>{flow.name}.json</code>. The file is only read in this page and sent nowhere.
        </p>
        <label className="choice" htmlFor={id}>
          File of the older version
        </label>
        <input id={id} type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
      </details>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div aria-live="polite">{comparison && <Changes flow={flow} changes={comparison.changes} />}</div>
      {repeats.length > 0 && (
        <section aria-label="Scripts to repeat">
          <h3>
            Scripts to repeat ({repeats.length} of {data.scripts.length})
          </h3>
          <p className="muted">
            They pass what was added or changed. A removed transition has no script any more. This page cannot
            tell which scripts only read differently or have other test data; <code>flows:diff</code> also
            lists those.
          </p>
          <ul className="changes">
            {repeats.map(({ script: { path } }) => (
              <li key={path.id}>
                <a href={placeHash({ flow: flow.name, state: null, run: { path: path.id, step: 0 } })}>
                  {path.id}
                </a>{' '}
                {path.title}
                {path.isSmoke && <span className="badge">smoke test</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {comparison && comparison.changes.length > 0 && (
        <div className="buttons">
          <button type="button" onClick={() => void draw(comparison)}>
            Draw both in one picture
          </button>
          {picture && (
            <button
              type="button"
              onClick={() =>
                saveFile(`${flow.name}-diff.svg`, new Blob([picture], { type: 'image/svg+xml' }))
              }
            >
              Save it as SVG
            </button>
          )}
        </div>
      )}
      {picture && (
        <img
          className="difference"
          alt={`${flow.title}: what was added, removed and changed; the list above says the same`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`}
        />
      )}
    </>
  );
}
