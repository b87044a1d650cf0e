import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What the dangerous button says. */
  action: string;
  busy: boolean;
  failure: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is gone for good. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      open={props.open}
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>Keep it</Button>
          <Button kind="danger" icon="trash" busy={props.busy} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.children}</p>
      {props.failure ? <Notice kind="error">{props.failure}</Notice> : null}
    </Dialog>
  );
}
