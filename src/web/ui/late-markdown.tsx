import { useEffect, useSyncExternalStore } from 'react';
import type { Markdown } from './markdown.tsx';
import type { ProseProps } from './marked-lines.ts';

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

/** Begins to load it. A page that waits for its texts can call it before they are there. */
export function useMarkdown(): typeof Markdown | null {
  useEffect(() => {
    // Without it texts stay as they are, and the next one tries again.
    if (Loaded === null) void loadMarkdown().catch(() => undefined);
  }, []);
  return useSyncExternalStore(subscribe, () => Loaded);
}

/** The text as it is written, and drawn as soon as the parser is loaded. */
export function LateMarkdown({ folds = false, ...prose }: Props) {
  const View = useMarkdown();
  return View === null ? (
    <div className="prose prose-source">{prose.text}</div>
  ) : (
    <View {...prose} folds={folds} />
  );
}

export const LateFoldingMarkdown = (props: ProseProps) => <LateMarkdown {...props} folds />;
