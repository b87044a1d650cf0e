import { type FormEvent, useState } from 'react';
import { useCredentialsChange } from '#web/flows/credentials-change/use-credentials-change.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RuleList } from '#web/ui/rule-list.tsx';

interface RulesProps {
  newPassword: string;
  currentPassword: string;
  address: string;
  minimumLength: number;
}

function rulesFor({ newPassword, currentPassword, address, minimumLength }: RulesProps) {
  const isThere = newPassword !== '';
  return [
    { text: `At least ${minimumLength} characters`, isMet: [...newPassword].length >= minimumLength },
    {
      text: 'Different from your email address',
      isMet: isThere && newPassword.toLowerCase() !== address.toLowerCase(),
    },
    { text: 'Different from your current password', isMet: isThere && newPassword !== currentPassword },
  ];
}

export function PasswordForm({ address }: { address: string }) {
  const { isBusy, canCancel, failure, passwordMinimumLength, submitPassword, cancel } =
    useCredentialsChange();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const rules = rulesFor({
    newPassword,
    currentPassword,
    address,
    minimumLength: passwordMinimumLength,
  });
  const isComplete = currentPassword !== '' && rules.every(({ isMet }) => isMet);
  return (
    <form
      className="account-form settings-section"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isComplete && !isBusy) submitPassword({ currentPassword, newPassword });
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={address} readOnly />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        value={currentPassword}
        readOnly={isBusy}
        onChange={({ target }) => setCurrentPassword(target.value)}
      />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={newPassword}
        readOnly={isBusy}
        onChange={({ target }) => setNewPassword(target.value)}
      />
      <RuleList label="Password rules" rules={rules} />
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <div className="dialog-actions">
        <Button onClick={cancel} disabled={!canCancel}>
          Keep my password
        </Button>
        <Button kind="primary" type="submit" busy={isBusy} disabled={!isComplete}>
          {isBusy ? 'Changing …' : 'Set new password'}
        </Button>
      </div>
    </form>
  );
}
