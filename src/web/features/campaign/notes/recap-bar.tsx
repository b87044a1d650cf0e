import type { MouseEvent } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import type { Recap } from '#contract/recap-collection.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { useRecaps } from '#web/hooks/recap-hooks.ts';
import { useSaveMarkdown } from '#web/hooks/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Copy } from '../workspace/copy.tsx';
import { notesAsMarkdown } from './copy-markdown.tsx';

interface RecapBarProps {
  section: NotesSection;
  sessionId: string;
  sessionTitle: string;
  revision: number;
  disabled: boolean;
}

const readers = ['gm', 'players', 'public'] as const;

const written: Record<Recap['reads'], string> = {
  gm: 'Written by a language model from all your notes.',
  players: 'Written by a language model from what players may see.',
  public: 'Written by a language model from what everyone may see.',
};

/** What a recap can do that no other section can. */
export function RecapBar({ section, sessionId, sessionTitle, revision, disabled }: RecapBarProps) {
  const open = useOpenModal('recapCollection');
  const saveMarkdown = useSaveMarkdown();
  const collection = useRecaps(sessionId, revision);
  const recap = collection?.recaps.find(({ sectionKey }) => sectionKey === section.key);
  const markdown = () => notesAsMarkdown(sessionTitle, [section]);
  return (
    <div className="recap-bar">
      {recap === undefined ? null : <Facts recap={recap} section={section} />}
      <div className="button-row">
        {recap === undefined ? null : (
          <Button
            kind="quiet"
            icon="sparkle"
            disabled={disabled}
            onClick={() =>
              open({ type: 'recaps.opened', place: { sessionId, title: sessionTitle }, wish: recap })
            }
          >
            Write again
          </Button>
        )}
        <Copy kind="quiet" label="Copy this recap" text={markdown} />
        <Button
          kind="quiet"
          icon="download"
          onClick={() => saveMarkdown(markdown(), `${sessionTitle} – ${section.title}`)}
        >
          Download Markdown
        </Button>
        <Button kind="quiet" icon="book" onClick={printSection}>
          Print
        </Button>
      </div>
    </div>
  );
}

function Facts({ recap, section }: { recap: Recap; section: NotesSection }) {
  const { reads, isStale, unread, doubts } = recap;
  const tellsMore = readers.indexOf(section.visibility) > readers.indexOf(reads);
  return (
    <p className={tellsMore ? undefined : 'muted'} role={tellsMore ? 'alert' : undefined}>
      {tellsMore
        ? 'This recap was written from more than these readers may see. Read it through, or write it again from what they may see.'
        : written[reads]}
      {isStale ? ' Your notes have changed since.' : null}
      {unread > 0 ? ' Some sections were too long to be read.' : null}
      {doubts.length > 0 ? ` Please check these, which are not in your notes: ${doubts.join(', ')}.` : null}
    </p>
  );
}

function printSection({ currentTarget }: MouseEvent): void {
  const section = currentTarget.closest('.notes-section');
  if (section === null) return;
  section.setAttribute('data-printed', '');
  window.addEventListener('afterprint', () => section.removeAttribute('data-printed'), { once: true });
  window.print();
}
