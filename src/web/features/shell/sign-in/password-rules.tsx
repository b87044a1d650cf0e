import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

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
  return (
    <ul className="password-rules" id={id}>
      {rules.map(({ text, isMet }) => (
        <li key={text} className={isMet ? 'password-rule-met' : undefined}>
          {isMet ? <Icon name="check" /> : <span className="password-rule-dot" aria-hidden="true" />}
          <span>
            {text}
            <VisuallyHidden>{isMet ? ', met' : ', not met yet'}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
