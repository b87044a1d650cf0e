import { useEffect, useState } from 'react';
import type { LegalText } from '#contract/legal.ts';
import type { LegalName } from '#contract/pages.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { useSite } from './site-provider.tsx';

/** `own`: the page's own text applies. */
type LegalTextState = LegalText | 'loading' | 'own' | 'failed';

/** By hand, because public pages load no schemas. */
function isLegalText(value: unknown): value is LegalText {
  const { nodes, headings } = recordOf(value);
  return Array.isArray(nodes) && Array.isArray(headings);
}

function textIn(answer: unknown): LegalTextState {
  const { text } = recordOf(answer);
  if (text === null) return 'own';
  return isLegalText(text) ? text : 'failed';
}

/** R2.10: after client-side navigation; otherwise the text is in the server's HTML. */
export function useLegalText(name: LegalName): { text: LegalTextState; retry: () => void } {
  const { calls } = useSite();
  const [text, setText] = useState<LegalTextState>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reloads it
  useEffect(() => {
    const leaving = new AbortController();
    setText('loading');
    calls.json(`/legal/${name}`, { signal: leaving.signal }).then(
      (answer) => !leaving.signal.aborted && setText(textIn(answer)),
      () => !leaving.signal.aborted && setText('failed'),
    );
    return () => leaving.abort();
  }, [calls, name, attempt]);
  return { text, retry: () => setAttempt((before) => before + 1) };
}
