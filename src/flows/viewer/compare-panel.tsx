import { type ChangeEvent, useId, useState } from 'react';
import { type Change, compareStructures } from '../diff/compare.ts';
import { type ChartStructure, chartStructure } from '../diff/structure.ts';
import type { Flow } from '../flow.ts';
import { changeWords } from './change-words.ts';
import { saveFile } from './export-chart.ts';
import { readOlderVersion } from './older-version.ts';

/** An older version, and the differences. */
export interface Comparison {
  before: ChartStructure;
  changes: readonly Change[];
}

interface ComparePanelProps {
  flow: Flow;
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
                {change.details.map((detail) => (
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

/** Shows what changed since an older version from a file. */
export function ComparePanel({ flow, comparison, onCompare }: ComparePanelProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const [picture, setPicture] = useState('');
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) {
      return;
    }
    setPicture('');
    try {
      const before = readOlderVersion(await file.text(), flow.name);
      onCompare({ before, changes: compareStructures(before, chartStructure(flow)) });
      setProblem('');
    } catch (error) {
      onCompare(null);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const draw = async ({ before, changes }: Comparison) => {
    // Loaded on demand, because the layout engine is large.
    const { diffSvg } = await import('../diff/diff-svg.ts');
    setPicture(await diffSvg(before, chartStructure(flow), changes));
  };
  return (
    <>
      <p>
        What has changed in this flow since an earlier version? Ask a developer for the earlier version as a
        file named <code>{flow.name}.json</code> (every version of the project keeps it in the folder
        docs/flows). Choose it here: what was added, removed or changed is listed below and marked on the
        chart. The file is only read in this page and sent nowhere.
      </p>
      <label className="choice" htmlFor={id}>
        File of the older version
      </label>
      <input id={id} type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div aria-live="polite">{comparison && <Changes flow={flow} changes={comparison.changes} />}</div>
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
