import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Rule {
  text: string;
  isMet: boolean;
}

interface RuleListProps {
  rules: readonly Rule[];
  id?: string;
  label?: string;
}

export function RuleList({ rules, id, label }: RuleListProps) {
  return (
    <ul className="rule-list" id={id} aria-label={label}>
      {rules.map(({ text, isMet }) => (
        <li key={text} data-met={isMet}>
          {isMet ? <Icon name="check" /> : <span className="rule-dot" aria-hidden="true" />}
          <span>
            {text}
            <VisuallyHidden>{isMet ? ', met' : ', not met yet'}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
