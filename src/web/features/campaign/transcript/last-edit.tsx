import type { LineEditKind, Transcript } from '#contract/transcripts.ts';
import type { TranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const words: Record<LineEditKind, string> = {
  changed: 'line changed',
  split: 'line split',
  joined: 'lines joined',
  deleted: 'line deleted',
};

const sentence = (kind: LineEditKind) => `${words[kind].charAt(0).toUpperCase()}${words[kind].slice(1)}.`;

interface LastEditProps {
  editing: TranscriptEditing;
  transcript: Pick<Transcript, 'id' | 'lastEdit'>;
}

export function LastEdit({ editing, transcript: { id, lastEdit } }: LastEditProps) {
  const { step, outcome, kind, undone, failure } = editing;
  const isHere = editing.transcriptId === id;
  const said =
    isHere && outcome === 'saved' && kind !== null
      ? sentence(kind)
      : isHere && outcome === 'undone' && undone !== null
        ? `Undone: ${words[undone.kind]}.`
        : null;
  const isUndoing = isHere && outcome === 'undoing' && undone !== null;
  const undoable = isUndoing ? undone : lastEdit;
  if (said === null && outcome !== 'notUndone' && undoable === null) return null;
  return (
    <div className="transcript-last-edit">
      {isHere && outcome === 'notUndone' && failure !== null ? (
        <Notice kind="error" title="Not undone">
          {failure.message}
        </Notice>
      ) : null}
      <p role="status">{said}</p>
      {undoable !== null && step === null ? (
        <Button kind="quiet" icon="undo" busy={isUndoing} onClick={() => editing.undo(id, undoable)}>
          {`Undo: ${words[undoable.kind]}`}
        </Button>
      ) : null}
    </div>
  );
}
