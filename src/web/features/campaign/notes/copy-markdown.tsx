import { useEffect, useState } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** R9.8 */
const copiedStateMs = 3000;

/** The notes as one Markdown document: the session's title, then each section under its own. */
export function notesAsMarkdown(title: string, sections: readonly NotesSection[]): string {
  return [`# ${title}`, ...sections.map((section) => `## ${section.title}\n\n${section.body.trim()}`)]
    .join('\n\n')
    .concat('\n');
}

/** Copies the notes as Markdown; says so for three seconds (R9.8). */
export function CopyMarkdown({ title, sections }: { title: string; sections: readonly NotesSection[] }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');

  useEffect(() => {
    if (state !== 'copied') return;
    const reset = setTimeout(() => setState('ready'), copiedStateMs);
    return () => clearTimeout(reset);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(notesAsMarkdown(title, sections));
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy as Markdown'}
      </Button>
      {state === 'failed' ? <Notice kind="error">Failed to copy text to clipboard</Notice> : null}
    </>
  );
}
