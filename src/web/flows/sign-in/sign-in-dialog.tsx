import { useEffect, useRef } from 'react';
import type { Choice } from '#contract/choices.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { GoogleContainer, GoogleWait } from './google-container.tsx';
import { InAppNotice } from './in-app-notice.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { choiceWords, type FormStep, headingOf } from './sign-in-words.ts';
import { type SignInMode, useSignIn } from './use-sign-in.ts';
import './sign-in.css';

const googleSteps = { googleWindow: 'window', googleBlocked: 'blocked', googlePage: 'page' } as const;
const forms: Readonly<Record<string, FormStep>> = {
  credentials: 'credentials',
  signUpCode: 'signUpCode',
  forgottenPassword: 'forgottenPassword',
  newPassword: 'newPassword',
};

interface SignInDialogProps {
  choice: Choice | null;
  onClose: () => void;
}

export function SignInDialog({ choice, onClose }: SignInDialogProps) {
  const { failure: loginFailure } = useAuth();
  const signIn = useSignIn(choice !== null && loginFailure === null ? 'signUp' : 'signIn');
  const copy = useCopy();
  const { step, mode } = signIn;
  const formStep = forms[step];
  const isWaiting = step === 'googleWindow' || step === 'googleBlocked' || step === 'googlePage';
  const wait = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWaiting) wait.current?.querySelector('button')?.focus();
  }, [isWaiting]);

  const success = signIn.isCodeAccepted
    ? 'Your email address is confirmed. Please sign in now.'
    : signIn.isCodeSent
      ? 'A new code is on its way.'
      : null;
  return (
    <Dialog open={!signIn.isDone} title={headingOf(step, mode)} onClose={onClose}>
      {step === 'inAppBrowser' ? (
        <InAppNotice
          app={signIn.inAppBrowser ?? ''}
          url={signIn.websiteUrl}
          copied={copy.isCopied}
          failure={copy.failure}
          onCopy={() => copy.copy(signIn.websiteUrl)}
          onStay={() => signIn.send('email.chosen')}
        />
      ) : null}
      {isWaiting ? (
        <div ref={wait}>
          <GoogleWait
            step={googleSteps[step]}
            onRedirect={() => signIn.send('redirect.chosen')}
            onBack={() => signIn.send('back')}
          />
        </div>
      ) : null}
      {step === 'credentials' ? <Lead choice={choice} mode={mode} /> : null}
      {step === 'credentials' && signIn.offersGoogle ? (
        <GoogleContainer disabled={signIn.isBusy} onChoose={() => signIn.send('google.chosen')} />
      ) : null}
      {/* Keeps the input during Google's sign-in. */}
      <div hidden={formStep === undefined}>
        <SignInForm
          step={formStep ?? 'credentials'}
          mode={mode}
          busy={signIn.isBusy}
          isSendingCode={signIn.isSendingCode}
          failure={
            signIn.failure?.message ?? (step === 'credentials' ? (loginFailure?.message ?? null) : null)
          }
          success={success}
          passwordMinimumLength={signIn.passwordMinimumLength}
          mailPage={signIn.mailPage}
          onSend={signIn.submit}
        />
      </div>
    </Dialog>
  );
}

function Lead({ choice, mode }: { choice: Choice | null; mode: SignInMode }) {
  if (choice !== null && choice.kind !== 'freeAnalysis')
    return (
      <p className="sign-in-lead">
        You chose <strong>{choiceWords(choice)}</strong>.{' '}
        {mode === 'signUp' ? 'Create your account first' : 'Sign in first'}; you see the price again before
        you pay.
      </p>
    );
  if (mode === 'signIn') return null;
  return (
    <p className="muted sign-in-lead">
      Your first analysis is free. No card, no display name, nothing to install.
    </p>
  );
}
