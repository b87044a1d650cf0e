import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { Failure } from '#machines/kit/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './sign-in.css';

export type SignInMode = 'signIn' | 'signUp';

interface SignInFormProps {
  mode: SignInMode;
  /** The credentials are being checked. */
  busy: boolean;
  failure: Failure | null;
  onChangeMode: (mode: SignInMode) => void;
  onSubmit: (credentials: { email: string; password: string }) => void;
}

const words = {
  signIn: {
    action: 'Sign in',
    busy: 'Signing in …',
    question: 'New here?',
    other: 'Create an account',
    autoComplete: 'current-password',
  },
  signUp: {
    action: 'Create account',
    busy: 'Creating your account …',
    question: 'Already have an account?',
    other: 'Sign in instead',
    autoComplete: 'new-password',
  },
} as const;

export const signInHeadings: Record<SignInMode, string> = {
  signIn: 'Welcome back',
  signUp: 'Take a seat at the table',
};

/** Sign-in and sign-up by e-mail and password; no display name is asked for (R5.1), terms and privacy are linked (R2.17). */
export function SignInForm({ mode, busy, failure, onChangeMode, onSubmit }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const text = words[mode];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSubmit({ email: email.trim(), password });
  }

  return (
    <div className="sign-in">
      {mode === 'signUp' ? (
        <p className="muted">Your first analysis is free. No card, no display name, nothing to install.</p>
      ) : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <form className="sign-in-form" onSubmit={submit}>
        <Field
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={text.autoComplete}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...(mode === 'signUp' ? { hint: 'At least 8 characters.', minLength: 8 } : {})}
        />
        <Button kind="primary" type="submit" busy={busy}>
          {busy ? text.busy : text.action}
        </Button>
      </form>
      <p>
        {text.question}{' '}
        <button
          type="button"
          className="link-button"
          disabled={busy}
          onClick={() => onChangeMode(mode === 'signIn' ? 'signUp' : 'signIn')}
        >
          {text.other}
        </button>
      </p>
      <p className="sign-in-legal">
        By continuing you accept the <Link href="/terms">Terms</Link> and the{' '}
        <Link href="/privacy">Privacy policy</Link>.
      </p>
    </div>
  );
}
