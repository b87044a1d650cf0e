import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useCredentialsChange } from '#web/flows/credentials-change/use-credentials-change.ts';
import { useSignInMethod } from '#web/hooks/use-sign-in-method.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AddressForm, CodeForm } from './address-form.tsx';
import { PasswordForm } from './password-form.tsx';

export function SignInSection() {
  const { user } = useAuth();
  const method = useSignInMethod();
  const { step, requestAddress, requestPassword } = useCredentialsChange();
  if (user === null) return null;
  if (step === 'address') return <AddressForm />;
  if (step === 'code') return <CodeForm />;
  if (step === 'password') return <PasswordForm address={user.userEmail} />;
  return (
    <div className="settings-section">
      {step === 'addressChanged' ? (
        <Notice kind="success" announced>
          Your email address has changed. Sign in with the new one from now on.
        </Notice>
      ) : null}
      {step === 'passwordChanged' ? (
        <Notice kind="success" announced>
          Your password has changed. Your other devices have been signed out.
        </Notice>
      ) : null}
      {step === 'othersSignedIn' ? (
        <Notice kind="warning" announced>
          Your password has changed. Your other devices may still be signed in, because we could not reach the
          server: sign out there.
        </Notice>
      ) : null}
      <div className="settings-row">
        <div>
          <h3>Email address</h3>
          <p data-private>{user.userEmail}</p>
        </div>
        {method === 'google' ? null : <Button onClick={requestAddress}>Change email address</Button>}
      </div>
      <div className="settings-row">
        <div>
          <h3>Password</h3>
          <p className="account-aside">
            {method === 'google'
              ? 'You sign in with Google. Change your email address and password there.'
              : 'Only you know it; we cannot read it.'}
          </p>
        </div>
        {method === 'google' ? null : <Button onClick={requestPassword}>Change password</Button>}
      </div>
    </div>
  );
}
