import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { SignInEvent } from '#machines/sign-in/sign-in.setup.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WhereMailIs } from '#web/ui/where-mail-is.tsx';
import { PasswordRules } from './password-rules.tsx';
import { type FormStep, formWords } from './sign-in-words.ts';
import type { SignInEntries, SignInMode } from './use-sign-in.ts';
import './sign-in.css';

const sentBy = {
  credentials: 'credentials.submitted',
  signUpCode: 'code.submitted',
  forgottenPassword: 'mail.requested',
  newPassword: 'password.submitted',
} as const satisfies Record<FormStep, SignInEvent['type']>;

interface SignInFormProps {
  step: FormStep;
  mode: SignInMode;
  busy: boolean;
  isSendingCode: boolean;
  failure: string | null;
  success: string | null;
  passwordMinimumLength: number;
  mailPage: string | null;
  onSend: (event: SignInEvent['type'], entered: SignInEntries) => void;
}

/** R5.1: no display name. */
export function SignInForm(props: SignInFormProps) {
  const { step, mode, busy, isSendingCode, failure, success, passwordMinimumLength, mailPage, onSend } =
    props;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const rulesId = useId();
  const words = formWords(step, mode);
  const asksCode = step === 'signUpCode' || step === 'newPassword';
  const isNewPassword = step === 'newPassword' || mode === 'signUp';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts at its first empty field
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])];
    (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
  }, [step]);

  function send(event: SignInEvent['type']) {
    if (!busy) onSend(event, { email: email.trim(), password, code: code.trim() });
  }

  function leave(event: SignInEvent['type']) {
    setCode('');
    setPassword('');
    send(event);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send(sentBy[step]);
  }

  return (
    <div className="sign-in">
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      {success ? <Notice kind="success">{success}</Notice> : null}
      <form className="sign-in-form" ref={form} onSubmit={submit}>
        {asksCode ? (
          <p>
            {step === 'newPassword' ? 'If there is an account with ' : 'We sent a six-digit code to '}
            <strong className="sign-in-address">{email.trim()}</strong>
            {step === 'newPassword' ? ', we have sent a six-digit code to it.' : '.'}{' '}
            <WhereMailIs mailPage={mailPage}>Check your spam folder, too.</WhereMailIs>
          </p>
        ) : null}
        {step === 'forgottenPassword' ? <p>We’ll email you a code to choose a new password.</p> : null}
        {asksCode ? (
          <input
            className="visually-hidden"
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            tabIndex={-1}
            aria-hidden="true"
            value={email}
          />
        ) : (
          <Field
            label="Email address"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        {asksCode ? (
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={8}
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : null}
        {step === 'credentials' || step === 'newPassword' ? (
          <div className="sign-in-password">
            <PasswordField
              key={isNewPassword ? 'new' : 'current'}
              label={step === 'newPassword' ? 'New password' : 'Password'}
              name="password"
              autoComplete={isNewPassword ? 'new-password' : 'current-password'}
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              {...(isNewPassword ? { explainedBy: rulesId, minLength: passwordMinimumLength } : {})}
            />
            {isNewPassword ? (
              <PasswordRules
                id={rulesId}
                email={email}
                password={password}
                minimumLength={passwordMinimumLength}
              />
            ) : (
              <button
                type="button"
                className="link-button"
                disabled={busy}
                onClick={() => leave('password.forgotten')}
              >
                Forgot your password?
              </button>
            )}
          </div>
        ) : null}
        <Button kind="primary" type="submit" busy={busy}>
          {busy && !isSendingCode ? words.busy : words.action}
        </Button>
      </form>
      {step === 'credentials' ? (
        <p className="sign-in-other">
          {mode === 'signIn' ? 'New here?' : 'Already have an account?'}{' '}
          <button type="button" className="link-button" disabled={busy} onClick={() => send('mode.switched')}>
            {mode === 'signIn' ? 'Create an account' : 'Sign in instead'}
          </button>
        </p>
      ) : (
        <div className="sign-in-other">
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setCode('');
              onSend('back', { email, password, code: '' });
            }}
          >
            Back to sign in
          </button>
          {asksCode ? (
            <button
              type="button"
              className="link-button"
              disabled={busy}
              onClick={() => send('code.requested')}
            >
              {isSendingCode ? 'Sending …' : 'Send a new code'}
            </button>
          ) : null}
        </div>
      )}
      {step === 'credentials' ? (
        <p className="sign-in-legal">
          We ask a new account to agree to the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            Terms
          </a>{' '}
          and the{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            Privacy policy
          </a>
          . They open in a new tab.
        </p>
      ) : null}
    </div>
  );
}
