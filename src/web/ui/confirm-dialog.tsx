import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  action: string;
  keep?: string;
  icon?: IconName;
  busy: boolean;
  failure: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The focus starts on cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      open={props.open}
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button disabled={props.busy} onClick={props.onClose}>
            {props.keep ?? 'Keep it'}
          </Button>
          <Button kind="danger" icon={props.icon ?? 'trash'} busy={props.busy} onClick={props.onConfirm}>
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
