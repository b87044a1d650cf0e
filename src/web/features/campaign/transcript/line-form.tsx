import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { TranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface LineFormProps {
  editing: TranscriptEditing;
  speakers: readonly { id: string; label: string }[];
}

export function LineForm({ editing, speakers }: LineFormProps) {
  const { line, draft, step, can } = editing;
  const [cursor, setCursor] = useState(0);
  if (line === null || draft === null) return null;
  const isBusy = step === 'saving';
  const heard = line.originalText;

  function submit(event: FormEvent) {
    event.preventDefault();
    editing.save();
  }

  function keys(event: KeyboardEvent) {
    if (event.key === 'Escape' && step !== 'conflict') {
      event.preventDefault();
      editing.cancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      editing.save();
    }
  }

  return (
    <form className="line-form" noValidate onSubmit={submit} onKeyDown={keys}>
      {step === 'failed' && editing.failure ? <Notice kind="error">{editing.failure.message}</Notice> : null}
      {step === 'conflict' ? <Conflict editing={editing} /> : null}
      <label className="line-form-speaker">
        <span className="field-label">Speaker</span>
        <select
          className="field-control"
          value={draft.speakerId ?? ''}
          disabled={isBusy}
          onChange={({ target }) => editing.chooseSpeaker(target.value || null)}
        >
          <option value="">Unknown speaker</option>
          {speakers.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value={editing.newVoice}>A new voice</option>
        </select>
      </label>
      <TextArea
        label="Words"
        book
        rows={Math.min(12, Math.max(2, Math.ceil(draft.text.length / 60)))}
        limit={editing.mostCharacters}
        value={draft.text}
        readOnly={isBusy}
        aria-disabled={isBusy || undefined}
        error={step === 'blank' ? 'Write what was said. To remove the line, press “Delete line”.' : undefined}
        onChange={({ target }) => editing.write(target.value)}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
      />
      {heard !== null && heard !== draft.text ? (
        <p className="line-form-heard">
          <span className="muted">Originally: “{heard}”</span>{' '}
          <Button kind="quiet" disabled={isBusy} onClick={() => editing.write(heard)}>
            Restore these words
          </Button>
        </p>
      ) : null}
      {step === 'conflict' ? null : (
        <>
          <div className="button-row">
            <Button kind="primary" type="submit" busy={isBusy} disabled={!isBusy && !can.save}>
              Save line
            </Button>
            <Button disabled={isBusy} onClick={editing.cancel}>
              Cancel
            </Button>
            <Button kind="quiet" disabled={!can.splitAt(cursor)} onClick={() => editing.split(cursor)}>
              Split at the cursor
            </Button>
            <Button kind="quiet" disabled={!can.join} onClick={editing.join}>
              Join the next line
            </Button>
            <Button kind="quiet" icon="trash" disabled={isBusy} onClick={editing.remove}>
              Delete line
            </Button>
          </div>
          <p className="muted line-form-keys">
            <Kbd keys="Ctrl+Enter" /> saves, <Kbd keys="Esc" /> cancels. To split the line, put the cursor
            between two words.
          </p>
        </>
      )}
    </form>
  );
}

function Conflict({ editing: { theirs, can, chooseMine, chooseTheirs } }: { editing: TranscriptEditing }) {
  return (
    <Notice kind="warning" title="This line was changed elsewhere while you were editing">
      {theirs === null ? (
        <p>The line is gone: it was deleted or joined to another one. Copy your words if you need them.</p>
      ) : (
        <p>The other version: “{theirs.text}”</p>
      )}
      <div className="button-row">
        {theirs === null ? null : (
          <Button disabled={!can.replace} onClick={chooseMine}>
            Save mine
          </Button>
        )}
        <Button onClick={chooseTheirs}>{theirs === null ? 'Close' : 'Keep that version'}</Button>
      </div>
    </Notice>
  );
}
