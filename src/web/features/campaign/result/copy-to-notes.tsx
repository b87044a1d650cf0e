import { useState } from 'react';
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
  const copy = useCopyToNotes();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function run(mode: 'fillEmpty' | 'replace' | 'append' | 'keep') {
    setFailure(null);
    copy.mutate(
      { analysisId, sessionId, mode },
      {
        onSuccess: () => {
          setAsking(false);
          if (mode !== 'keep') onCopied();
        },
        onError: (error) => {
          if (error.code === 'notesNotEmpty') setAsking(true);
          else setFailure(error.message);
        },
      },
    );
  }

  return (
    <>
      <Button kind={kind} icon="copy" busy={copy.isPending} onClick={() => run('fillEmpty')}>
        Copy to notes
      </Button>
      {failure && !asking ? <Notice kind="error">{failure}</Notice> : null}
      <Dialog
        open={asking}
        title="You already have notes"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button busy={copy.isPending} onClick={() => run('keep')}>
              Keep my notes
            </Button>
            <Button busy={copy.isPending} onClick={() => run('append')}>
              Add below them
            </Button>
            <Button kind="danger" busy={copy.isPending} onClick={() => run('replace')}>
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
