import { type FormEvent, useRef, useState } from 'react';
import { reasonOf } from '../present.ts';
import { saveFile } from './export-chart.ts';
import type { FlowApproval, FlowData, ViewerData } from './viewer-data.ts';

/** Null where nobody approves charts. */
export function approvalWords({ version, approvals = [] }: FlowData): string | null {
  if (version === undefined) {
    return null;
  }
  const latest = approvals.at(-1);
  return latest === undefined
    ? 'not approved yet'
    : latest.version === version
      ? 'approved'
      : 'changed since it was approved';
}

export function dateWords(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

interface ApprovalProps {
  flow: string;
  version: string;
  approvals: readonly FlowApproval[];
  onShow: ((version: string) => void) | undefined;
  approve: ViewerData['approve'];
}

const nameKey = 'flows.approver';

export function Approval({ flow, version, approvals, onShow, approve }: ApprovalProps) {
  const [by, setBy] = useState(() => (approve && localStorage.getItem(nameKey)) ?? '');
  const [note, setNote] = useState('');
  const [result, setResult] = useState('');
  const isKnown = useRef(by !== '').current;
  const latest = approvals.at(-1);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const on = new Date().toISOString().slice(0, 10);
    const approval = { flow, version, by: by.trim(), on, note: note.trim() };
    if (approve) {
      localStorage.setItem(nameKey, approval.by);
      approve(approval).then(
        () => setResult(`${approval.by} approved this version. Commit docs/flows/approvals.json.`),
        (error: unknown) => setResult(`Not saved. ${reasonOf(error)}`),
      );
      return;
    }
    const text = `${JSON.stringify(approval, null, 2)}\n`;
    saveFile(`${flow}.approval.json`, new Blob([text], { type: 'application/json' }));
    setResult(
      'Saved. It counts once a developer has added the file with npm run flows:approve -- --from FILE.',
    );
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
      {isKnown && latest?.version !== version && (
        <form onSubmit={save}>
          <button type="submit">Approve this version as {by}</button>
        </form>
      )}
      <p className="muted" role="status">
        {result}
      </p>
      <details>
        <summary>{isKnown ? 'Approve with a note, or as someone else' : 'Approve this version'}</summary>
        <form className="approval" onSubmit={save}>
          <label className="choice">
            Your name
            <input required value={by} onChange={(event) => setBy(event.target.value)} />
          </label>
          <label className="choice">
            Note (optional)
            <input value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button type="submit">{approve ? 'Approve this version' : 'Save the approval as a file'}</button>
        </form>
      </details>
    </section>
  );
}
