import type { NotesSection } from '#contract/notes.ts';
import { withoutQuestions } from '#contract/result-parts.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { Copy } from '../workspace/copy.tsx';

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
  return (
    <Copy
      kind="quiet"
      label={
        <span>
          Copy <span className="copy-as">as Markdown</span>
        </span>
      }
      text={() => notesAsMarkdown(title, sections)}
    />
  );
}
