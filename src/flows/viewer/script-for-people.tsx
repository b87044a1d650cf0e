import { type ReactNode, useEffect, useState } from 'react';
import type { ScriptTexts } from './viewer-data.ts';

interface ScriptForPeopleProps {
  id: string;
  load: () => Promise<ScriptTexts>;
}

/** `**Bold**` as in the documents. */
function marked(line: string): ReactNode[] {
  return (
    line
      .split('**')
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
      .map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))
  );
}

/** What a tester does by hand, and sees. */
export function ScriptForPeople({ id, load }: ScriptForPeopleProps) {
  const [texts, setTexts] = useState<ScriptTexts | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (read) => isWanted && setTexts(read),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  const [start, ...steps] = texts?.lines[id] ?? [];
  const text = steps.join('\n');
  const hints = (texts?.hints ?? []).filter(([outcome]) => text.includes(outcome));
  if (hasFailed)
    return <p className="problem">The script could not be loaded. Reload the page to try again.</p>;
  if (start === undefined) return null;
  return (
    <section className="script" aria-label="By hand">
      <h2>By hand</h2>
      {texts?.begin && <p>{texts.begin}</p>}
      <p className="muted">{marked(start)}</p>
      <ol>
        {steps.map((line) => (
          <li key={line}>{marked(line.replace(/^\d+\. /, ''))}</li>
        ))}
      </ol>
      {hints.map(([outcome, how]) => (
        <p key={outcome} className="muted">
          <strong>{outcome}:</strong> {how}
        </p>
      ))}
      {texts?.untried
        .filter(([script]) => script === id)
        .map(([, field, values]) => (
          <p key={field} className="muted">
            <strong>Try in “{field}” as well:</strong> {values}
          </p>
        ))}
    </section>
  );
}
