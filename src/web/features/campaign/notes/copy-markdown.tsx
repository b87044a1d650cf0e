import type { NotesSection } from '#contract/notes.ts';
import { useCopy } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The notes as one Markdown document: the session's title, then each section under its own. */
export function notesAsMarkdown(title: string, sections: readonly NotesSection[]): string {
  return [`# ${title}`, ...sections.map((section) => `## ${section.title}\n\n${section.body.trim()}`)]
    .join('\n\n')
    .concat('\n');
}

/** Copies the notes as Markdown; says so for three seconds (R9.8). */
export function CopyMarkdown({ title, sections }: { title: string; sections: readonly NotesSection[] }) {
  const { isCopied, failure, copy } = useCopy();
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => copy(notesAsMarkdown(title, sections))}>
        {isCopied ? 'Copied' : 'Copy as Markdown'}
      </Button>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </>
  );
}
