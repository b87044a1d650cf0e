import { useFlow } from '#web/hooks/use-flow.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export function CopylessNoticeModal() {
  const flow = useFlow('copylessNotice');
  const dismiss = () => flow.send({ type: 'notice.dismissed' });
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
        When an analysis finishes and the session has no notes yet, we now copy the result into them for you.
        We never change notes that you have written.
      </p>
      <p>Prefer to copy it yourself? Turn this off in the account settings.</p>
    </Dialog>
  );
}
