import { type FormEvent, useState } from 'react';
import { useCredentialsChange } from '#web/flows/credentials-change/use-credentials-change.ts';
import { AddressFields, useAddressEntry } from '#web/flows/email-verification/address-fields.tsx';
import { CodeField, isCompleteCode } from '#web/flows/email-verification/code-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { WhereMailIs } from '#web/ui/where-mail-is.tsx';

export function AddressForm() {
  const { newAddress, isBusy, canCancel, failure, submitAddress, cancel } = useCredentialsChange();
  const entry = useAddressEntry(newAddress ?? '');
  return (
    <form
      className="account-form settings-section"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (entry.isComplete && !isBusy) submitAddress(entry.address.trim(), entry.password);
      }}
    >
      <p>
        We’ll send a code to the new email address. Your current address stays in use until you enter the code
        here. We’ll then email the old address about the change.
      </p>
      <AddressFields label="New email address" entry={entry} isBusy={isBusy} failure={failure} />
      <div className="dialog-actions">
        <Button onClick={cancel} disabled={!canCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={isBusy} disabled={!entry.isComplete}>
          {isBusy ? 'Sending …' : 'Send the code'}
        </Button>
      </div>
    </form>
  );
}

export function CodeForm() {
  const { newAddress, isBusy, canCancel, failure, mailPage, submitCode, resend, cancel } =
    useCredentialsChange();
  const [code, setCode] = useState('');
  const isComplete = isCompleteCode(code);
  return (
    <form
      className="account-form settings-section"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isComplete && !isBusy) submitCode(code);
      }}
    >
      <p>
        We have sent a six-digit code to <strong data-private>{newAddress}</strong>.{' '}
        <WhereMailIs mailPage={mailPage}>Check your spam folder, too.</WhereMailIs>
      </p>
      <CodeField code={code} isBusy={isBusy} error={failure?.message} onChange={setCode} />
      <div className="dialog-actions">
        <Button onClick={cancel} disabled={!canCancel}>
          Keep my address
        </Button>
        <Button onClick={resend} disabled={!canCancel}>
          Send another code
        </Button>
        <Button kind="primary" type="submit" busy={isBusy} disabled={!isComplete}>
          {isBusy ? 'Checking …' : 'Confirm the email address'}
        </Button>
      </div>
    </form>
  );
}
