import { useState } from 'react';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** One line of a record, which is edited in its place until the record says what is written. @param saved what the record says */
export function useDraftLine(place: string, saved: string) {
  const { fields, isKept, isStale, warning, write, forget } = useKeptDraft(place, { line: saved });
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return {
    line: fields.line,
    theirs: isStale ? saved : null,
    warning,
    isOpen: isAsked || isKept,
    open: () => setAsked(true),
    close,
    write: (line: string) => {
      setAsked(true);
      write({ line });
    },
    forget,
    cancel: () => {
      forget();
      close();
    },
  };
}

interface DraftLineProps {
  draft: ReturnType<typeof useDraftLine>;
  label: string;
  longest: number;
  busy: boolean;
  onSave: (line: string) => void;
}

export function DraftLine({ draft, label, longest, busy, onSave }: DraftLineProps) {
  const { line, theirs } = draft;
  return (
    <form
      className="world-merge"
      onSubmit={(event) => {
        event.preventDefault();
        draft.close();
        onSave(line.trim());
      }}
    >
      <Field
        label={label}
        value={line}
        maxLength={longest}
        readOnly={busy}
        onChange={({ target }) => draft.write(target.value)}
      />
      {theirs === null ? null : (
        <StaleNotice while="editing" onTakeTheirs={draft.forget}>
          <p>It now says “{theirs}”. Saving replaces that with yours.</p>
        </StaleNotice>
      )}
      {draft.warning ? <Notice kind="warning">{draft.warning}</Notice> : null}
      <Button type="submit" busy={busy}>
        Save
      </Button>
      <Button kind="quiet" disabled={busy} onClick={draft.cancel}>
        Cancel
      </Button>
    </form>
  );
}
