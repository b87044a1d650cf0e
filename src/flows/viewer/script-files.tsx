import { useState } from 'react';
import { saveFile } from './export-chart.ts';
import type { ScriptExport } from './viewer-data.ts';

interface ScriptFilesProps {
  load: () => Promise<readonly ScriptExport[]>;
  examples: Readonly<Record<string, string>>;
}

/** The scripts for a test management, which tells them apart by their ids, and the files that they choose. */
export function ScriptFiles({ load, examples }: ScriptFilesProps) {
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
      {Object.keys(examples).length > 0 && (
        <>
          <p>
            Files that scripts choose; the names and words that they type stand in these files. An address or
            a password that they type stands for one of your own.
          </p>
          <ul>
            {Object.entries(examples).map(([name, address]) => (
              <li key={name}>
                <a href={address} download={name}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
