import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useCopylessNotice } from './use-copyless-notice.ts';

/** Tells users of old, once, that results need no copying any more (R4.17). */
export function CopylessNoticeModal() {
  const { dismiss } = useCopylessNotice();
  return (
    <Dialog
      open
      title="No more copying"
      onClose={dismiss}
      actions={
        <Button kind="primary" onClick={dismiss}>
          Got it
        </Button>
      }
    >
      <p>
        When an analysis is done and the notes of its session are still empty, the result now goes into them
        by itself. Notes that you have written are never touched.
      </p>
      <p>You would rather copy by hand? Turn it off in the account settings.</p>
    </Dialog>
  );
}
