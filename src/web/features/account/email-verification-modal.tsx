import { type FormEvent, useState } from 'react';
import { useAuth, useEmailVerification } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CodeField, isCompleteCode } from './code-field.tsx';
import './account.css';

/** Asks for the code in the mail (R4.12). It goes by itself once the address is confirmed, here or elsewhere (R4.13). */
export function EmailVerificationModal() {
  const { user, signOut } = useAuth();
  const { mailFailure, codeFailure, canResend, isSendingMail, isConfirming, resend, submit } =
    useEmailVerification();
  const [code, setCode] = useState('');
  const isComplete = isCompleteCode(code);

  return (
    <Dialog open title="Confirm your email address">
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isComplete && !isConfirming) submit(code);
        }}
      >
        <p>
          {mailFailure ? 'We would like to send' : isSendingMail ? 'We are sending' : 'We have sent'} a code
          of six digits to <strong className="account-address">{user?.userEmail}</strong>. Enter it here, or
          follow the link in the mail.
        </p>
        <CodeField code={code} isBusy={isConfirming} error={codeFailure?.message} onChange={setCode} />
        {mailFailure ? <Notice kind="error">{mailFailure.message}</Notice> : null}
        <div className="code-resend">
          <p className="account-aside">
            {isSendingMail
              ? 'The mail is on its way …'
              : canResend
                ? 'No mail yet? Look into the spam folder, or let us send another.'
                : 'The mail is on its way. You can ask for another in half a minute.'}
          </p>
          <Button kind="quiet" onClick={resend} disabled={!canResend} busy={isSendingMail}>
            Resend
          </Button>
        </div>
        <div className="dialog-actions">
          <Button onClick={signOut}>Sign out</Button>
          <Button kind="primary" type="submit" busy={isConfirming} disabled={!isComplete}>
            {isConfirming ? 'Checking …' : 'Confirm'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
