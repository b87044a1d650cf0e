import { RuleList } from '#web/ui/rule-list.tsx';

interface PasswordRulesProps {
  id: string;
  email: string;
  password: string;
  minimumLength: number;
}

/** The identity provider enforces the rules. */
export function PasswordRules({ id, email, password, minimumLength }: PasswordRulesProps) {
  const isOwnEmail = password.toLowerCase() === email.trim().toLowerCase();
  const rules = [
    { text: `At least ${minimumLength} characters`, isMet: [...password].length >= minimumLength },
    { text: 'Not your email', isMet: password !== '' && !isOwnEmail },
  ];
  return <RuleList id={id} rules={rules} />;
}
