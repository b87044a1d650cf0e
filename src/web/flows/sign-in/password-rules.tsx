import { RuleList } from '#web/ui/rule-list.tsx';

interface PasswordRulesProps {
  id: string;
  email: string;
  password: string;
  /** In characters. */
  minimumLength: number;
}

/** What a new password must be, each rule ticked once it is met; the identity provider checks them itself. */
export function PasswordRules({ id, email, password, minimumLength }: PasswordRulesProps) {
  const isOwnEmail = password.toLowerCase() === email.trim().toLowerCase();
  const rules = [
    { text: `At least ${minimumLength} characters`, isMet: [...password].length >= minimumLength },
    { text: 'Not your email', isMet: password !== '' && !isOwnEmail },
  ];
  return <RuleList id={id} rules={rules} />;
}
