import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { RecordChanges } from './use-record-change.ts';
import './change-notice.css';

interface ChangeNoticeProps {
  changes: Pick<RecordChanges, 'words' | 'failure' | 'can' | 'undo' | 'retry' | 'dismiss'>;
}

/** Says what was saved and offers to undo it, or why it was not. */
export function ChangeNotice({ changes: { words, failure, can, undo, retry, dismiss } }: ChangeNoticeProps) {
  if (failure !== null)
    return (
      <Notice kind="error" onDismiss={dismiss}>
        <span className="change-notice">
          {failure}
          {can.retry ? (
            <Button kind="quiet" onClick={retry}>
              Try again
            </Button>
          ) : null}
        </span>
      </Notice>
    );
  if (words === null) return null;
  return (
    <Notice kind="success" onDismiss={dismiss}>
      <span className="change-notice">
        {words}
        {can.undo ? (
          <Button kind="quiet" icon="undo" onClick={undo}>
            Undo
          </Button>
        ) : null}
      </span>
    </Notice>
  );
}
