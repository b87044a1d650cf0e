import type { NotesSection } from '#contract/notes.ts';
import { withoutQuestions } from '#contract/result-parts.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

export function notesAsMarkdown(title: string, sections: readonly NotesSection[]): string {
  const written = withoutQuestions(sections);
  return [
    `# ${title}`,
    ...written.map((section) => `## ${section.title}\n\n${withoutMarkers(section.body).trim()}`),
  ]
    .join('\n\n')
    .concat('\n');
}

export function CopyMarkdown({ title, sections }: { title: string; sections: readonly NotesSection[] }) {
  const { isCopied, failure, copy } = useCopy();
  return (
    <CopyButton
      kind="quiet"
      label={
        <span>
          Copy <span className="copy-as">as Markdown</span>
        </span>
      }
      copied={isCopied}
      failure={failure}
      onCopy={() => copy(notesAsMarkdown(title, sections))}
    />
  );
}
