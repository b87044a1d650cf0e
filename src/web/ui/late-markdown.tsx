import { useEffect, useSyncExternalStore } from 'react';
import type { Markdown } from './markdown.tsx';
import type { ProseProps } from './marked-lines.ts';
import { PlainProse } from './plain-prose.tsx';

type Props = ProseProps & { folds?: boolean };

let Loaded: typeof Markdown | null = null;
const waiting = new Set<() => void>();

async function loadMarkdown(): Promise<void> {
  Loaded = (await import('./markdown.tsx')).Markdown;
  for (const changed of waiting) changed();
}

function subscribe(changed: () => void) {
  waiting.add(changed);
  return () => void waiting.delete(changed);
}

/** The words at once; bold, names and folds as soon as the parser, the largest part of a session's scripts, is there. */
export function LateMarkdown({ folds = false, ...prose }: Props) {
  const View = useSyncExternalStore(subscribe, () => Loaded);
  useEffect(() => {
    // Without it the words stay plain, and the next section tries again.
    if (Loaded === null) void loadMarkdown().catch(() => undefined);
  }, []);
  return View === null ? <PlainProse {...prose} /> : <View {...prose} folds={folds} />;
}

export const LateFoldingMarkdown = (props: ProseProps) => <LateMarkdown {...props} folds />;
