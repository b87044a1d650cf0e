import { type ChangeEvent, useId, useState } from 'react';
import { type Comparison, compareTransitions, transitionsOfFile } from './compare.ts';

interface ComparePanelProps {
  flow: string;
  ids: readonly string[];
  comparison: Comparison | null;
  onCompare: (comparison: Comparison | null) => void;
}

function Ids({ title, ids }: { title: string; ids: readonly string[] }) {
  return ids.length === 0 ? null : (
    <>
      <h3>
        {title} ({ids.length})
      </h3>
      <ul className="ids">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What changed since an older version, whose file of golden paths the reader chooses. */
export function ComparePanel({ flow, ids, comparison, onCompare }: ComparePanelProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) {
      return;
    }
    try {
      onCompare(compareTransitions(transitionsOfFile(await file.text(), flow), ids));
      setProblem('');
    } catch (error) {
      onCompare(null);
      setProblem((error as Error).message);
    }
  };
  const isSame =
    comparison && comparison.added.length + comparison.removed.length + comparison.changed.length === 0;
  return (
    <>
      <p>
        Choose the file of this flow’s paths from an older version (<code>{flow}.json</code>). It is read here
        and sent nowhere. What is new or changed is marked on the chart.
      </p>
      <label className="choice" htmlFor={id}>
        Older version
      </label>
      <input id={id} type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div aria-live="polite">
        {isSame && <p>No transition differs.</p>}
        {comparison && (
          <>
            <Ids title="Added" ids={comparison.added} />
            <Ids title="Removed" ids={comparison.removed} />
            <Ids
              title="Changed"
              ids={comparison.changed.map(({ before, after }) => `${before}  is now  ${after}`)}
            />
          </>
        )}
      </div>
    </>
  );
}
