import { type FormEvent, useState } from 'react';
import { saveFile } from './export-chart.ts';
import type { FlowApproval } from './viewer-data.ts';

export function dateWords(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

interface ApprovalProps {
  flow: string;
  version: string;
  approvals: readonly FlowApproval[];
  onShow: ((version: string) => void) | undefined;
}

export function Approval({ flow, version, approvals, onShow }: ApprovalProps) {
  const [by, setBy] = useState('');
  const [note, setNote] = useState('');
  const [isSaved, setSaved] = useState(false);
  const latest = approvals.at(-1);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const on = new Date().toISOString().slice(0, 10);
    const text = `${JSON.stringify({ flow, version, by: by.trim(), on, note: note.trim() }, null, 2)}\n`;
    saveFile(`${flow}.approval.json`, new Blob([text], { type: 'application/json' }));
    setSaved(true);
  };
  return (
    <section aria-label="Approval">
      {latest === undefined ? (
        <p>This chart has not been approved yet.</p>
      ) : latest.version === version ? (
        <p>
          {latest.by} approved this chart on {dateWords(latest.on)}. It has not changed since.
        </p>
      ) : (
        <p>
          The chart has changed since {latest.by} approved it on {dateWords(latest.on)}.{' '}
          {onShow && (
            <button type="button" className="plain" onClick={() => onShow(latest.version)}>
              Show what changed
            </button>
          )}
        </p>
      )}
      {approvals.some((approval) => approval.note !== '') && (
        <ul className="changes" aria-label="Notes of those who approved it">
          {approvals
            .filter((approval) => approval.note !== '')
            .map((approval) => (
              <li key={`${approval.on} ${approval.by} ${approval.version}`}>
                “{approval.note}” <small>{`${approval.by}, ${dateWords(approval.on)}`}</small>
              </li>
            ))}
        </ul>
      )}
      <details>
        <summary>Approve this version</summary>
        <form className="approval" onSubmit={save}>
          <label className="choice">
            Your name
            <input required value={by} onChange={(event) => setBy(event.target.value)} />
          </label>
          <label className="choice">
            Note (optional)
            <input value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button type="submit">Save the approval as a file</button>
          <p className="muted" role="status">
            {isSaved
              ? 'Saved. It counts once a developer has added the file with npm run flows:approve -- --from FILE.'
              : ''}
          </p>
        </form>
      </details>
    </section>
  );
}
