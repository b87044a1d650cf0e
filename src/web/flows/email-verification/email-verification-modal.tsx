import { type FormEvent, useState } from 'react';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WhereMailIs } from '#web/ui/where-mail-is.tsx';
import { AddressFields, useAddressEntry } from './address-fields.tsx';
import { CodeField, isCompleteCode } from './code-field.tsx';
import { useEmailVerification } from './use-email-verification.ts';
import '#web/ui/styles/account.css';

export function EmailVerificationModal() {
  const { isConfirmed, isCorrecting } = useEmailVerification();
  if (isConfirmed) return <Confirmed />;
  return isCorrecting ? <CorrectAddress /> : <EnterCode />;
}

function Confirmed() {
  return (
    <Dialog open title="Your email address is confirmed">
      <p role="status">Reloading the page …</p>
    </Dialog>
  );
}

function EnterCode() {
  const { identity } = useApp();
  const { user, signOut } = useAuth();
  const verification = useEmailVerification();
  const { mailFailure, codeFailure, canResend, isSendingMail, isConfirming, resend, submit } = verification;
  const { correctedAddress, canCorrect, correct } = verification;
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
          {mailFailure ? 'We tried to send' : isSendingMail ? 'We are sending' : 'We have sent'} a six-digit
          code to{' '}
          <strong className="account-address" data-private>
            {correctedAddress ?? user?.userEmail}
          </strong>
          . Enter it here, or follow the link in the email.
        </p>
        <CodeField code={code} isBusy={isConfirming} error={codeFailure?.message} onChange={setCode} />
        {mailFailure ? <Notice kind="error">{mailFailure.message}</Notice> : null}
        <div className="code-resend">
          <p className="account-aside">
            {isSendingMail ? (
              'The email is on its way …'
            ) : (
              <>
                <WhereMailIs mailPage={identity.mailPage}>
                  {canResend
                    ? 'No email yet? Check your spam folder, or send another one.'
                    : 'The email is on its way.'}
                </WhereMailIs>
                {canResend ? null : ' You can request another one in 30 seconds.'}
              </>
            )}
          </p>
          <Button kind="quiet" onClick={resend} disabled={!canResend} busy={isSendingMail}>
            Resend
          </Button>
        </div>
        <div className="code-resend">
          <p className="account-aside">Wrong address?</p>
          <Button kind="quiet" onClick={correct} disabled={!canCorrect}>
            Correct the address
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

function CorrectAddress() {
  const { user, signOut } = useAuth();
  const { correctedAddress, wantedAddress, isChangingAddress, addressFailure, submitAddress, cancel } =
    useEmailVerification();
  const present = correctedAddress ?? user?.userEmail ?? '';
  const entry = useAddressEntry(wantedAddress ?? present);

  return (
    <Dialog open title="Correct your email address">
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (entry.isComplete && !isChangingAddress) submitAddress(entry.address.trim(), entry.password);
        }}
      >
        <p>
          Enter the right address and your password. We send a new code there; the code that went to{' '}
          <strong className="account-address" data-private>
            {present}
          </strong>{' '}
          stops working.
        </p>
        <AddressFields
          label="Email address"
          entry={entry}
          isBusy={isChangingAddress}
          failure={addressFailure}
        />
        <div className="dialog-actions">
          <Button onClick={signOut} disabled={isChangingAddress}>
            Sign out
          </Button>
          <Button onClick={cancel} disabled={isChangingAddress}>
            Keep the address
          </Button>
          <Button kind="primary" type="submit" busy={isChangingAddress} disabled={!entry.isComplete}>
            {isChangingAddress ? 'Sending …' : 'Send the code there'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
