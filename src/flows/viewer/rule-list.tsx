import { useEffect, useRef } from 'react';
import type { Flow } from '../flow.ts';

interface RuleListProps {
  rules: NonNullable<Flow['invariants']>;
  shown: string | undefined;
}

export function RuleList({ rules, shown }: RuleListProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isAsked = rules.some(({ name }) => name === shown);
  useEffect(() => {
    if (isAsked && details.current) {
      details.current.open = true;
    }
  }, [isAsked]);
  return (
    <details className="figures" ref={details}>
      <summary>Rules that are always true ({rules.length})</summary>
      <ul className="sentences">
        {rules.map(({ name, requirement }) => {
          const text = `${name.charAt(0).toUpperCase()}${name.slice(1)}${requirement ? ` (${requirement})` : ''}`;
          return <li key={name}>{name === shown ? <mark>{text}</mark> : text}</li>;
        })}
      </ul>
    </details>
  );
}
