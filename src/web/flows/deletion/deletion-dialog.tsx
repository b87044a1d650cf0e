import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Deletion } from './use-deletion.ts';

interface DeletionDialogProps {
  deletion: Deletion;
  title: string;
  action: string;
  children: ReactNode;
}

export function DeletionDialog({ deletion, children, ...words }: DeletionDialogProps) {
  return (
    <ConfirmDialog
      {...words}
      open={deletion.isOpen}
      busy={deletion.isDeleting}
      failure={deletion.failure}
      onConfirm={deletion.confirm}
      onClose={deletion.cancel}
    >
      {children}
    </ConfirmDialog>
  );
}
