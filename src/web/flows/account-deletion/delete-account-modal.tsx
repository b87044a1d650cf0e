import { type FormEvent, useEffect } from 'react';
import type { ModalViewProps } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';
import '#web/ui/styles/account.css';

const phrase = 'DELETE ACCOUNT';

export function DeleteAccountModal({ onClose }: ModalViewProps) {
  const flow = useAccountDeletion();
  const { request, cancel } = flow;
  useEffect(request, [request]);
  const close = () => {
    cancel();
    onClose();
  };

  if (flow.step === 'idle') return null;
  if (flow.step === 'deleting') {
    return (
      <Dialog open title="Delete your account">
        <p role="status">Your account is being deleted …</p>
      </Dialog>
    );
  }
  if (flow.canRetry) {
    return (
      <Dialog
        open
        title="Delete your account"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Keep my account</Button>
            <Button kind="danger" onClick={flow.retry}>
              Try again
            </Button>
          </>
        }
      >
        <Notice kind="error">{flow.failure?.message}</Notice>
        <p>
          {flow.step === 'unanswered'
            ? 'The connection was lost before the server answered, so your account may or may not be deleted. Try again to find out.'
            : 'Nothing was deleted.'}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog open title="Delete your account" onClose={close}>
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (flow.canConfirm) flow.confirm();
        }}
      >
        <p>You can’t undo this. It immediately deletes:</p>
        <ul className="deletion-list">
          <li>all campaigns and sessions, with recordings, transcripts and notes</li>
          <li>running analyses, without charge</li>
          <li>your remaining credits and free analyses</li>
          <li>your subscription, without another payment</li>
          <li>your settings and your login</li>
        </ul>
        <p className="account-aside">
          Want to keep your notes? Export your data in the account settings first.
        </p>
        <Field
          label={`Type ${phrase} to confirm`}
          name="phrase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={flow.phrase}
          onChange={({ target }) => flow.changePhrase(target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={close}>Keep my account</Button>
          <Button kind="danger" type="submit" disabled={!flow.canConfirm}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
