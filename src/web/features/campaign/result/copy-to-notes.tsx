import { useCopyingToNotes } from '#web/flows/copy-to-notes/use-copy-to-notes.ts';
import { useCopyToNotes } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface CopyToNotesProps {
  kind?: 'primary' | 'quiet';
  analysisId: string;
  sessionId: string;
  onCopied: () => void;
}

/** D7: fills empty notes; otherwise the user chooses. */
export function CopyToNotes({ kind = 'primary', analysisId, sessionId, onCopied }: CopyToNotesProps) {
  const { mutateAsync } = useCopyToNotes();
  const copying = useCopyingToNotes(async (mode) => {
    await mutateAsync({ analysisId, sessionId, mode });
    if (mode !== 'keep') onCopied();
  });
  const { isCopying, isAsking, failure, choose } = copying;

  return (
    <>
      <Button kind={kind} icon="copy" busy={isCopying && !isAsking} onClick={copying.request}>
        Copy to notes
      </Button>
      {failure && !isAsking ? <Notice kind="error">{failure}</Notice> : null}
      <Dialog
        open={isAsking}
        title="You already have notes"
        onClose={copying.cancel}
        actions={
          <>
            <Button busy={isCopying} onClick={() => choose('keep')}>
              Keep my notes
            </Button>
            <Button busy={isCopying} onClick={() => choose('append')}>
              Add below them
            </Button>
            <Button kind="danger" busy={isCopying} onClick={() => choose('replace')}>
              Replace them
            </Button>
          </>
        }
      >
        <p>We never overwrite your text without asking. What would you like to do with it?</p>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </Dialog>
    </>
  );
}
