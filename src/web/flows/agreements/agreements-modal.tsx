import type { FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAgreements } from './use-agreements.ts';
import '#web/ui/styles/account.css';

const texts: Readonly<Record<string, string>> = {
  'Terms of Service': '/terms',
  'Privacy Policy': '/privacy',
};

export function AgreementsModal() {
  const { step, pending, isBoxChecked, canAccept, failure, check, accept, decline, retry } = useAgreements();
  if (step === 'declining') {
    return (
      <Dialog open title="Before you continue">
        <p role="status">Signing you out …</p>
      </Dialog>
    );
  }
  if (step === 'loading') {
    return (
      <Dialog open title="Before you continue">
        <Skeleton label="Loading the agreements" />
      </Dialog>
    );
  }
  if (step === 'unavailable' || step === 'notSignedOut') {
    return (
      <Dialog
        open
        title="Before you continue"
        actions={
          <>
            <Button onClick={decline}>Decline and sign out</Button>
            <Button kind="primary" onClick={retry}>
              {step === 'unavailable' ? 'Try again' : 'Back to the agreements'}
            </Button>
          </>
        }
      >
        <Notice kind="error">
          {failure?.message ??
            'We couldn’t sign you out yet, so you are still signed in. Check your connection, then decline again.'}
        </Notice>
      </Dialog>
    );
  }
  const isAccepting = step === 'accepting';
  return (
    <Dialog open title="Before you continue">
      <form
        className="account-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (failure === null) accept();
          else retry();
        }}
      >
        <p>Please read the agreements below. They open in a new tab, so you won’t lose anything here.</p>
        <ul className="agreement-list">
          {pending.map(({ name, version, change_description }) => (
            <li key={name} className="agreement">
              <h3>
                <a href={texts[name] ?? '/terms'} target="_blank" rel="noopener">
                  {name}
                </a>
              </h3>
              <p className="account-aside">Version {version}. What’s new:</p>
              <p>{change_description}</p>
            </li>
          ))}
        </ul>
        <Checkbox
          label={`I have read and agree to the ${pending.map(({ name }) => name).join(' and the ')}`}
          checked={isBoxChecked}
          disabled={isAccepting || failure !== null}
          onChange={({ target }) => check(target.checked)}
        />
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        <p className="account-aside">
          If you decline, we sign you out and remove your data from this browser. Your account doesn’t change:
          you can come back at any time, and we’ll ask you again.
        </p>
        <div className="dialog-actions">
          <Button onClick={decline} disabled={isAccepting}>
            Decline and sign out
          </Button>
          <Button kind="primary" type="submit" busy={isAccepting} disabled={!canAccept && failure === null}>
            {isAccepting ? 'Accepting …' : failure ? 'Try again' : 'Accept'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
