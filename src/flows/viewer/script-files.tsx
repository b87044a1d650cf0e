import { useState } from 'react';
import { saveFile } from './export-chart.ts';
import type { ScriptExport } from './viewer-data.ts';

/** The scripts for a test management, which tells them apart by their ids. */
export function ScriptFiles({ load }: { load: () => Promise<readonly ScriptExport[]> }) {
  const [files, setFiles] = useState<readonly ScriptExport[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const read = () => {
    load().then(setFiles, () => setFailed(true));
  };
  return (
    <details className="figure-key" onToggle={read}>
      <summary>Test scripts for people</summary>
      <p>
        Each flow has short scripts under “Paths”, and one smoke test. Import them into a test management as
        often as you like: an id stays with its goal, so a second import updates and renames nothing.
      </p>
      {hasFailed && <p className="problem">The scripts could not be loaded. Reload the page to try again.</p>}
      <div className="buttons">
        {files.map(({ name, title, content }) => (
          <button
            key={name}
            type="button"
            onClick={() => saveFile(name, new Blob([content], { type: 'text/csv' }))}
          >
            {title}
          </button>
        ))}
      </div>
    </details>
  );
}
