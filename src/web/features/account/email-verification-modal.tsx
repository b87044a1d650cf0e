import { type FormEvent, useEffect, useState } from 'react';
import { useAuth, useEmailVerification, useVerifyCode } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './account.css';

const sixDigits = /^\d{6}$/;

/** Asks for the code in the mail (R4.12). It goes by itself once the address is confirmed, here or elsewhere (R4.13). */
export function EmailVerificationModal() {
  const { user, signOut } = useAuth();
  const { mailFailure, codeFailure, canResend, isSendingMail, isConfirming, resend, submit } =
    useEmailVerification();
  const fromLink = useVerifyCode();
  const [code, setCode] = useState(fromLink ?? '');
  useEffect(() => {
    if (fromLink !== null) submit(fromLink);
  }, [fromLink, submit]);
  const isComplete = sixDigits.test(code.trim());

  return (
    <Dialog open title="Confirm your email address">
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isComplete && !isConfirming) submit(code.trim());
        }}
      >
        <p>
          We have sent a code of six digits to <strong>{user?.userEmail}</strong>. Enter it here, or follow
          the link in the mail. Look into the spam folder, too.
        </p>
        <div className="code-field">
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            readOnly={isConfirming}
            error={codeFailure?.message}
            onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          />
        </div>
        {mailFailure ? <Notice kind="error">{mailFailure.message}</Notice> : null}
        <p className="account-aside">
          {isSendingMail
            ? 'A mail is on its way …'
            : canResend
              ? 'No mail yet? Ask for another one.'
              : 'A mail was sent. You can ask for another one in half a minute.'}
        </p>
        <div className="dialog-actions">
          <Button onClick={signOut}>Sign out</Button>
          <Button onClick={resend} disabled={!canResend} busy={isSendingMail}>
            Resend
          </Button>
          <Button kind="primary" type="submit" busy={isConfirming} disabled={!isComplete}>
            {isConfirming ? 'Checking …' : 'Confirm'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
