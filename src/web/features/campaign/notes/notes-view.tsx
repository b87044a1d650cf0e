import { useState } from 'react';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { useSaveNotes } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { EvidenceAccess } from '../result/evidence.tsx';
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

/** The notes of a session, the editable copy (D6): read, edit in place, save, undo; nothing is overwritten unseen. */
export function NotesView({ sessionTitle, notes, access, onReload, onOpenAnalysis }: NotesViewProps) {
  const save = useSaveNotes();
  const [editing, setEditing] = useState<SectionDraft | null>(null);
  const [theirs, setTheirs] = useState<NotesSection | 'gone' | null>(null);
  const [before, setBefore] = useState<SectionDraft[] | null>(null);
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  function close() {
    setReturnTo(editing?.key ?? null);
    setEditing(null);
    setTheirs(null);
    setFailure(null);
  }

  function store(sections: SectionDraft[], revision: number, undo: SectionDraft[] | null) {
    setFailure(null);
    save.mutate(
      { sessionId: notes.sessionId, revision, sections },
      {
        onSuccess: () => {
          setBefore(undo);
          close();
        },
        onError: async (error) => {
          if (error.code !== 'staleRevision' || editing === null) {
            setFailure(error.message);
            return;
          }
          const latest = await onReload();
          setTheirs(latest?.sections.find((section) => section.key === editing.key) ?? 'gone');
        },
      },
    );
  }

  function saveDraft(draft: SectionDraft) {
    setEditing(draft);
    const present = drafts(notes.sections);
    const known = present.some((section) => section.key === draft.key);
    const next = known
      ? present.map((section) => (section.key === draft.key ? draft : section))
      : [...present, draft];
    store(next, notes.revision, present);
  }

  function remove(key: string) {
    const present = drafts(notes.sections);
    store(
      present.filter((section) => section.key !== key),
      notes.revision,
      present,
    );
  }

  function addSection() {
    setEditing({ key: `own-${crypto.randomUUID()}`, title: '', body: '', visibility: 'gm' });
  }

  const isNew = editing !== null && !notes.sections.some((section) => section.key === editing.key);
  const editor = (draft: SectionDraft) => (
    <SectionEditor
      key={draft.key}
      section={draft}
      theirs={theirs}
      busy={save.isPending}
      failure={failure}
      onSave={saveDraft}
      onCancel={close}
    />
  );

  if (notes.sections.length === 0 && !editing) {
    return (
      <EmptyState
        icon="pencil"
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
      {before && !editing ? (
        <Notice kind="success" onDismiss={() => setBefore(null)}>
          <span className="notes-saved">
            Saved.
            <Button
              kind="quiet"
              icon="undo"
              busy={save.isPending}
              onClick={() => store(before, notes.revision, null)}
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
