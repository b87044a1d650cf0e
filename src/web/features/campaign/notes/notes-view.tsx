import { useState } from 'react';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { useKeptDraft, useSaveNotes } from '#web/app/hooks.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { OpenNotebook } from '#web/ui/illustrations/open-notebook.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CopyMarkdown } from './copy-markdown.tsx';
import { NotesSectionView } from './notes-section.tsx';
import { SectionEditor } from './section-editor.tsx';
import './notes.css';

interface NotesViewProps {
  sessionTitle: string;
  notes: Notes;
  access: EvidenceAccess;
  /** Asks the server for the present notes, after a change elsewhere. */
  onReload: () => Promise<Notes | undefined>;
  /** Leads to a finished analysis that could be copied here; null where there is none. */
  onOpenAnalysis: (() => void) | null;
}

export type SectionDraft = Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility'>;

const drafts = (sections: readonly NotesSection[]): SectionDraft[] =>
  sections.map(({ key, title, body, visibility }) => ({ key, title, body, visibility }));

interface KeptDraft {
  /** The section as it was when the editing began. */
  base: SectionDraft;
  draft: SectionDraft;
}

/** What has become of a section since its editing began; null where it is as it was, or is a new one. */
function changedSince(base: SectionDraft, notes: Notes): NotesSection | 'gone' | null {
  const present = notes.sections.find((section) => section.key === base.key);
  if (!present) return base.title === '' ? null : 'gone';
  return present.title === base.title && present.body === base.body ? null : present;
}

/** The notes of a session, the editable copy (D6): read, edit in place, save, undo; nothing is overwritten unseen. */
export function NotesView({ sessionTitle, notes, access, onReload, onOpenAnalysis }: NotesViewProps) {
  const save = useSaveNotes();
  const kept = useKeptDraft<KeptDraft>(notes.sessionId);
  const [resumed, setResumed] = useState(kept.read);
  const [editing, setEditing] = useState<SectionDraft | null>(resumed?.base ?? null);
  const [theirs, setTheirs] = useState<NotesSection | 'gone' | null>(null);
  const [undo, setUndo] = useState<{ sections: SectionDraft[]; of: number } | null>(null);
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  function close() {
    kept.drop();
    setResumed(null);
    setReturnTo(editing?.key ?? null);
    setEditing(null);
    setTheirs(null);
    setFailure(null);
  }

  /** @param onStale with the notes as they are now, where they were changed elsewhere */
  function store(sections: SectionDraft[], onto: Notes, onStale?: (latest: Notes) => void) {
    setFailure(null);
    save.mutate(
      { sessionId: notes.sessionId, revision: onto.revision, sections },
      {
        onSuccess: (saved) => {
          setUndo({ sections: drafts(onto.sections), of: saved.revision });
          close();
        },
        onError: async (error) => {
          const latest = error.code === 'staleRevision' ? await onReload() : undefined;
          if (latest && onStale) onStale(latest);
          else setFailure(error.message);
        },
      },
    );
  }

  /** Saves over what was changed elsewhere only once the person has seen it; other sections are left as they are. */
  function saveDraft(draft: SectionDraft, onto = notes) {
    const changed = editing && (theirs === null || onto !== notes) ? changedSince(editing, onto) : null;
    if (changed) {
      setTheirs(changed);
      return;
    }
    const present = drafts(onto.sections);
    const known = present.some((section) => section.key === draft.key);
    const next = known
      ? present.map((section) => (section.key === draft.key ? draft : section))
      : [...present, draft];
    store(next, onto, (latest) => saveDraft(draft, latest));
  }

  function remove(key: string) {
    store(
      drafts(notes.sections).filter((section) => section.key !== key),
      notes,
    );
  }

  function addSection() {
    setEditing({ key: `own-${crypto.randomUUID()}`, title: '', body: '', visibility: 'gm' });
  }

  const isNew = editing !== null && !notes.sections.some((section) => section.key === editing.key);
  const editor = (section: SectionDraft) => (
    <SectionEditor
      key={section.key}
      section={section}
      draft={resumed?.draft ?? section}
      theirs={theirs}
      busy={save.isPending}
      failure={failure}
      onChange={(draft) => kept.keep({ base: section, draft })}
      onSave={(draft) => saveDraft(draft)}
      onCancel={close}
    />
  );

  if (notes.sections.length === 0 && !editing) {
    return (
      <EmptyState
        illustration={<OpenNotebook />}
        title="No notes yet"
        text={
          onOpenAnalysis
            ? 'The analysis is finished. Copy it here and make it yours, or write your own.'
            : 'Notes appear here when an analysis is finished, and you can write your own at any time.'
        }
      >
        <div className="button-row">
          {onOpenAnalysis ? (
            <Button kind="primary" onClick={onOpenAnalysis}>
              Go to the analysis
            </Button>
          ) : null}
          <Button icon="plus" onClick={addSection}>
            Write a section
          </Button>
        </div>
      </EmptyState>
    );
  }

  return (
    <div className="notes">
      <div className="button-row notes-actions">
        <CopyMarkdown title={sessionTitle} sections={notes.sections} />
        <Button icon="plus" disabled={editing !== null} onClick={addSection}>
          Add a section
        </Button>
      </div>
      {failure && !editing ? <Notice kind="error">{failure}</Notice> : null}
      {undo?.of === notes.revision && !editing ? (
        <Notice kind="success" onDismiss={() => setUndo(null)}>
          <span className="notes-saved">
            Saved.
            <Button
              kind="quiet"
              icon="undo"
              busy={save.isPending}
              onClick={() => store(undo.sections, notes)}
            >
              Undo
            </Button>
          </span>
        </Notice>
      ) : null}
      {notes.sections.map((section) =>
        editing?.key === section.key ? (
          editor(editing)
        ) : (
          <NotesSectionView
            key={section.key}
            section={section}
            access={access}
            returned={returnTo === section.key}
            locked={editing !== null || save.isPending}
            onEdit={() => {
              setReturnTo(null);
              setEditing(section);
            }}
            onRemove={() => remove(section.key)}
          />
        ),
      )}
      {isNew && editing ? editor(editing) : null}
    </div>
  );
}
