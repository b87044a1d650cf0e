import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { type EvidenceAccess, markedLines } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LateFoldingMarkdown } from '#web/ui/late-markdown.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FoldedTools } from './folded-tools.tsx';
import type { SectionDrag } from './use-section-drag.ts';
import { VisibilitySelect } from './visibility-select.tsx';

/** With the parser that decides. */
const ItemVisibility = lazy(async () => ({
  default: (await import('./item-visibility.tsx')).ItemVisibility,
}));

interface NotesSectionViewProps {
  campaignId: string | null;
  section: NotesSection;
  access: EvidenceAccess;
  /** Of a recap. */
  recap?: ReactNode;
  locked: boolean;
  /** The id of the text that says why. */
  lockedBy?: string | undefined;
  returned: boolean;
  onVisibility: (changed: Partial<Pick<NotesSection, 'visibility' | 'body'>>) => void;
  place: { above: number; below: number; moved: 'up' | 'down' | null; isMoving: boolean };
  onMove: (way: 'up' | 'down') => void;
  drag: { marks: ReturnType<SectionDrag['marksOf']>; handle: ReturnType<SectionDrag['handleOf']> } | null;
  onEdit: () => void;
  onRemove: () => void;
}

export function NotesSectionView({
  campaignId,
  section,
  access,
  recap,
  locked,
  lockedBy,
  returned,
  place,
  onVisibility,
  onMove,
  drag,
  onEdit,
  onRemove,
}: NotesSectionViewProps) {
  const head = useRef<HTMLDivElement>(null);
  const [isByItem, setByItem] = useState(false);
  const shown = withoutMarkers(section.body);
  const headingId = `notes-${section.key}`;
  useEffect(() => {
    if (returned) head.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  }, [returned]);
  const { moved, above } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second move must move the focus again.
  useEffect(() => {
    if (moved === null) return;
    const first = (selector: string) => head.current?.querySelector<HTMLElement>(selector);
    (first(`[data-move="${moved}"]:enabled`) ?? first('[data-move]:enabled'))?.focus();
  }, [moved, above]);

  return (
    <section className="notes-section" aria-labelledby={headingId} data-place {...drag?.marks}>
      <div className="notes-section-head" ref={head}>
        {place.above + place.below === 0 ? null : (
          // For pointers; the buttons beside it are for the keyboard.
          <span className="notes-drag" aria-hidden="true" {...drag?.handle}>
            <Icon name="grip" />
          </span>
        )}
        <h2 id={headingId}>{section.title}</h2>
        <VisibilitySelect
          label={section.title}
          value={section.visibility}
          disabled={locked}
          onChoose={(visibility) => onVisibility({ visibility })}
        />
        <FoldedTools label={`Change ${section.title}`} className="notes-section-tools">
          <Button
            kind="quiet"
            icon="pencil"
            data-edit
            disabled={locked}
            aria-label={`Edit ${section.title}`}
            aria-describedby={lockedBy}
            onClick={onEdit}
          >
            Edit
          </Button>
          {place.above + place.below === 0
            ? null
            : (['up', 'down'] as const).map((way) => (
                <Button
                  key={way}
                  kind="quiet"
                  icon={way === 'up' ? 'arrowUp' : 'arrowDown'}
                  iconOnly
                  data-move={way}
                  disabled={place[way === 'up' ? 'above' : 'below'] === 0 || (locked && !place.isMoving)}
                  busy={place.isMoving}
                  aria-label={`Move ${section.title} ${way}`}
                  onClick={() => onMove(way)}
                >
                  Move {way}
                </Button>
              ))}
          <Button
            kind="quiet"
            icon={isByItem ? 'check' : 'eye'}
            iconOnly
            aria-pressed={isByItem}
            aria-label={`Who may see each item of ${section.title}`}
            onClick={() => setByItem(!isByItem)}
          >
            Item by item
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
        </FoldedTools>
      </div>
      {recap}
      {isByItem ? (
        <Suspense fallback={<Skeleton label="Loading who may see each item" />}>
          <ItemVisibility
            campaignId={campaignId}
            section={section}
            disabled={locked}
            onBody={(body) => onVisibility({ body })}
          />
        </Suspense>
      ) : shown.trim() ? (
        <LateFoldingMarkdown below={2} text={shown} lines={markedLines(section.lines, access)} />
      ) : (
        <p className="muted">Nothing here yet.</p>
      )}
      {section.key === 'toConfirm' ? access.check : null}
    </section>
  );
}
