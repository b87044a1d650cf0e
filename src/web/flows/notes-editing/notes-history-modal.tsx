import type { NotesCause, NotesVersion } from '#contract/notes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf, dayAndTime } from '#web/ui/text.ts';
import { NotesComparison } from './notes-comparison.tsx';
import { type NotesEditing, useNotesEditing } from './use-notes-editing.ts';
import './notes-editing.css';

export function NotesHistoryModal() {
  const editing = useNotesEditing();
  const { step, outcome, history, read, failure } = editing;
  const isComparing = step === 'compared' || step === 'restoring';
  return (
    <Dialog open wide title="Earlier versions" onClose={editing.close}>
      <div className="notes-history">
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        {step === 'loading' ? <Skeleton label="Loading the versions" lines={6} /> : null}
        {step === 'reading' ? <Skeleton label="Loading the version" lines={8} /> : null}
        {step === 'unread' ? <TryAgain onRetry={editing.retry} /> : null}
        {(step === 'listed' || step === 'undoing') && history !== null ? (
          <>
            <Outcome {...editing} />
            <Versions versions={history.versions} editing={editing} />
          </>
        ) : null}
        {isComparing && read !== null ? (
          <>
            {outcome === 'outdated' ? (
              <Notice kind="warning">
                The notes were changed somewhere else, so nothing was restored. This compares the version with
                the notes as they are now.
              </Notice>
            ) : null}
            <NotesComparison editing={editing} read={read} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Outcome({ outcome, undo, step, undoRestore }: NotesEditing) {
  if (outcome === 'outdated')
    return (
      <Notice kind="warning">
        The notes were changed somewhere else after the restore, so it was not undone. To go back, choose the
        version that the restore replaced.
      </Notice>
    );
  if (undo !== null)
    return (
      <Notice kind={outcome === 'restored' ? 'success' : 'information'}>
        <span className="notes-history-outcome">
          The version is restored.
          <Button kind="quiet" icon="undo" busy={step === 'undoing'} onClick={undoRestore}>
            Undo
          </Button>
        </span>
      </Notice>
    );
  if (outcome !== 'undone') return null;
  return <Notice kind="success">Undone. The notes are what they were before.</Notice>;
}

const causes: Readonly<Record<NotesCause, string>> = {
  edit: 'edited',
  analysis: 'an analysis or a recap was added to the notes',
  import: 'notes were imported',
  suggestion: 'a player’s suggestion was accepted',
  names: 'a name was corrected',
  restore: 'an earlier version was restored',
};

function Versions({ versions, editing }: { versions: readonly NotesVersion[]; editing: NotesEditing }) {
  if (versions.length === 0)
    return (
      <p className="muted">
        No earlier versions yet. Each time the notes change, we keep the version before.
      </p>
    );
  return (
    <ul className="notes-versions">
      {versions.map(({ revision, writtenAt, replacedBy, sectionCount, wordCount }) => (
        <li key={revision}>
          <div>
            <p>
              <strong>{dayAndTime(writtenAt)}</strong>
            </p>
            <p className="muted">
              {countOf(sectionCount, 'section')}, {countOf(wordCount, 'word')}. Then {causes[replacedBy]}.
            </p>
          </div>
          <Button
            disabled={editing.step !== 'listed'}
            aria-label={`View the version of ${dayAndTime(writtenAt)}, ${countOf(wordCount, 'word')}`}
            onClick={() => editing.open(revision)}
          >
            View
          </Button>
        </li>
      ))}
    </ul>
  );
}
