import { type FormEvent, useState } from 'react';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';
import '#web/ui/styles/account.css';

export function ReSignInModal() {
  const { user } = useAuth();
  const { method, isBusy, failure, proveByPassword, proveByGoogle, cancel } = useAccountDeletion();
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setIsMissing(password === '');
    if (password !== '') proveByPassword(password);
    else event.currentTarget.querySelector<HTMLInputElement>('input[name=password]')?.focus();
  };
  return (
    <Dialog open title="Sign in again" onClose={cancel}>
      <form className="account-form" noValidate onSubmit={submit}>
        <p>
          To delete your account, confirm that it’s you: <strong>{user?.userEmail}</strong>. You have five
          minutes.
        </p>
        {method === 'password' ? (
          <>
            <input
              type="hidden"
              name="username"
              autoComplete="username"
              value={user?.userEmail ?? ''}
              readOnly
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              readOnly={isBusy}
              error={isMissing ? 'Enter your password.' : undefined}
            />
          </>
        ) : null}
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        <div className="dialog-actions">
          <Button onClick={cancel}>Cancel</Button>
          {method === 'password' ? (
            <Button kind="danger" type="submit" busy={isBusy}>
              {isBusy ? 'Checking …' : 'Sign in and delete'}
            </Button>
          ) : (
            <Button kind="danger" busy={isBusy} onClick={proveByGoogle}>
              {isBusy ? 'Waiting for Google …' : 'Continue with Google and delete'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
