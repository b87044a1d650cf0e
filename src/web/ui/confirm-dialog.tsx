import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  action: string;
  isBusy: boolean;
  failure: string | null;
  confirm: () => void;
  cancel: () => void;
  children: ReactNode;
}

/** Asks before something is deleted. The focus starts on cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      open={props.isOpen}
      title={props.title}
      onClose={props.cancel}
      actions={
        <>
          <Button disabled={props.isBusy} onClick={props.cancel}>
            Keep it
          </Button>
          <Button kind="danger" icon="trash" busy={props.isBusy} onClick={props.confirm}>
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
