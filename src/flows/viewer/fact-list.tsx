import { useEffect, useRef } from 'react';

interface FactListProps {
  title: string;
  facts: readonly { key: string; text: string }[];
  /** The key of the one that was looked for. */
  shown: string | undefined;
}

export function FactList({ title, facts, shown }: FactListProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isAsked = facts.some(({ key }) => key === shown);
  useEffect(() => {
    if (isAsked && details.current) {
      details.current.open = true;
    }
  }, [isAsked]);
  if (facts.length === 0) return null;
  return (
    <details className="figures" ref={details}>
      <summary>
        {title} ({facts.length})
      </summary>
      <ul className="sentences">
        {facts.map(({ key, text }) => (
          <li key={key}>{key === shown ? <mark>{text}</mark> : text}</li>
        ))}
      </ul>
    </details>
  );
}
