import { useEffect, useRef } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { type EvidenceAccess, markedLines } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { Markdown } from '#web/ui/markdown.tsx';

interface NotesSectionViewProps {
  section: NotesSection;
  access: EvidenceAccess;
  /** Another section is being edited or saved. */
  locked: boolean;
  /** Just edited: focus its Edit button. */
  returned: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

/** One section, with evidence for unchanged lines of the analysis. */
export function NotesSectionView({
  section,
  access,
  locked,
  returned,
  onEdit,
  onRemove,
}: NotesSectionViewProps) {
  const head = useRef<HTMLDivElement>(null);
  const headingId = `notes-${section.key}`;
  useEffect(() => {
    if (returned) head.current?.querySelector('button')?.focus();
  }, [returned]);

  return (
    <section className="notes-section" aria-labelledby={headingId}>
      <div className="notes-section-head" ref={head}>
        <h2 id={headingId}>{section.title}</h2>
        <div className="notes-section-actions">
          <Button
            kind="quiet"
            icon="pencil"
            disabled={locked}
            aria-label={`Edit ${section.title}`}
            onClick={onEdit}
          >
            Edit
          </Button>
          <Button
            kind="quiet"
            icon="trash"
            iconOnly
            disabled={locked}
            aria-label={`Remove ${section.title}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </div>
      {section.body.trim() ? (
        <Markdown below={2} text={section.body} lines={markedLines(section.lines, access)} />
      ) : (
        <p className="muted">Nothing here yet.</p>
      )}
    </section>
  );
}
