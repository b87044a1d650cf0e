import { useEffect, useId, useRef, useState } from 'react';
import type { Notes, SavedSection } from '#contract/notes.ts';
import { isRecapSection } from '#contract/recap-sections.ts';
import {
  isSameSection,
  type SectionDraft,
  sectionDraft,
  withoutBody,
} from '#machines/notes-autosave/section-draft.ts';
import { useNotesAutosave } from '#web/flows/notes-autosave/use-notes-autosave.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import {
  type Change,
  savedUnlessStale,
  useRecordChange,
} from '#web/flows/record-change/use-record-change.ts';
import { useSaveNotes } from '#web/hooks/data-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { useReadPeopleAndPlaces } from '#web/hooks/names-hooks.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { OpenNotebook } from '#web/ui/illustrations/open-notebook.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Outlined } from '#web/ui/outline.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FixNameButton } from '../names/fix-name-button.tsx';
import { CopyMarkdown } from './copy-markdown.tsx';
import { FoldedTools } from './folded-tools.tsx';
import { HistoryButton } from './history-button.tsx';
import { InstructionButton } from './instruction-button.tsx';
import type { FoundNames } from './mentions.ts';
import { NotesSectionView } from './notes-section.tsx';
import { RecapsButton } from './recaps-button.tsx';
import { useSectionDrag } from './use-section-drag.ts';
import './notes.css';

const AudienceDialog = lateView(async () => (await import('./audience-dialog.tsx')).AudienceDialog);
const RecapBar = lateView(async () => (await import('./recap-bar.tsx')).RecapBar);
const SectionEditor = lateView(async () => (await import('./section-editor.tsx')).SectionEditor, {
  meanwhile: <Skeleton label="Loading the editor" lines={4} />,
});

interface NotesViewProps {
  sessionTitle: string;
  campaignId?: string | null;
  notes: Notes;
  access: EvidenceAccess;
  found?: FoundNames | null;
  /** The analysis has a timeline, and passages that the notes do not have. */
  hasEvening?: boolean;
  onReload: () => Promise<Notes | undefined>;
  onOpenAnalysis: (() => void) | null;
}

interface Editing {
  section: SectionDraft;
  isNew: boolean;
}

function isChanged({ sections }: Notes, { section, isNew }: Editing): boolean {
  const present = sections.find(({ key }) => key === section.key);
  return present === undefined ? !isNew : !isSameSection(present, section);
}

const asRead = (section: SectionDraft, { revision }: Pick<Notes, 'revision'>): SectionDraft => ({
  ...sectionDraft(section),
  revision,
});

function reverted({ sections }: Notes, { section, isNew }: Editing): SavedSection[] {
  const isIt = ({ key }: SectionDraft) => key === section.key;
  if (isNew) return sections.filter((each) => !isIt(each)).map(withoutBody);
  const saved = sections.map((each) => (isIt(each) ? section : withoutBody(each)));
  return saved.includes(section) ? saved : [...saved, section];
}

/** D6: saves automatically; never overwrites silently. */
export function NotesView({
  sessionTitle,
  campaignId = null,
  notes,
  access,
  found = null,
  hasEvening = false,
  onReload,
  onOpenAnalysis,
}: NotesViewProps) {
  const save = useSaveNotes();
  const lockedId = useId();
  const readPeopleAndPlaces = useReadPeopleAndPlaces(campaignId);
  const autosave = useNotesAutosave(notes.sessionId);
  const { step, draft, hasUnsaved, saveNow, end } = autosave;
  const [editing, setEditing] = useState<Editing | null>(() =>
    hasUnsaved && draft ? begin(autosave.saved ?? { ...draft, title: '', body: '' }) : null,
  );
  const changes = useRecordChange();
  const { request, seen } = changes;
  useEffect(() => seen(notes.revision), [seen, notes.revision]);
  const [moved, setMoved] = useState<{ key: string; way: 'up' | 'down' } | null>(null);
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const [audience, setAudience] = useState<'players' | 'public' | null>(null);

  function begin(section: SectionDraft): Editing {
    const isNew = !notes.sections.some(({ key }) => key === section.key);
    return { section: asRead(section, notes), isNew };
  }

  const storing = (
    sections: SavedSection[],
    onto: Pick<Notes, 'revision' | 'sections'>,
    words: string,
  ): Change => ({
    words,
    save: async () => {
      const shown = new Map(onto.sections.map(({ key, body }) => [key, body]));
      // Voices may have other names by now.
      const sent = sections.map((each) =>
        each.body === undefined ? each : { ...each, read: shown.get(each.key) },
      );
      const saved = await savedUnlessStale(
        () => save.mutateAsync({ sessionId: notes.sessionId, revision: onto.revision, sections: sent }),
        async () => {
          await onReload();
          return undefined;
        },
      );
      const kept = new Set(sections.flatMap(({ key, body }) => (body === undefined ? [key] : [])));
      const before = onto.sections.map((each) =>
        kept.has(each.key) ? withoutBody(each) : sectionDraft(each),
      );
      return { revision: saved.revision, undo: storing(before, saved, words) };
    },
  });
  const undoing = useRef(storing);
  undoing.current = storing;

  const isDiscarded = useRef(false);
  const stepBefore = useRef(step);
  useEffect(() => {
    const hasEnded = stepBefore.current !== 'idle' && step === 'idle';
    stepBefore.current = step;
    if (!hasEnded || editing === null) return;
    const present = autosave.present();
    const wasDiscarded = isDiscarded.current;
    isDiscarded.current = false;
    if (present && !wasDiscarded && isChanged(present, editing)) {
      // The text is saved already: only how to undo it is new.
      request({
        words: 'Saved.',
        save: async () => ({
          revision: present.revision,
          undo: undoing.current(reverted(present, editing), present, 'Saved.'),
        }),
      });
    }
    setReturnTo(editing.section.key);
    setEditing(null);
  }, [step, editing, autosave, request]);

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', saveNow);
      const isUnderWay = ['typing', 'saving', 'saved'].includes(stepBefore.current);
      if (isUnderWay) end();
    };
  }, [saveNow, end]);

  function close() {
    setReturnTo(editing?.section.key ?? null);
    setEditing(null);
  }

  function store(sections: SavedSection[], onto: Notes, words = 'Saved.') {
    changes.request(storing(sections, onto, words));
  }

  function remove({ key, title }: SectionDraft) {
    const left = notes.sections.filter((section) => section.key !== key).map(withoutBody);
    store(left, notes, `Removed “${title}”.`);
  }

  function move(from: number, to: number) {
    const sections = notes.sections.map(withoutBody);
    const [section] = sections.splice(from, 1);
    if (section === undefined) return;
    sections.splice(to, 0, section);
    setMoved({ key: section.key, way: to < from ? 'up' : 'down' });
    store(sections, notes, `“${section.title}” is now ${to + 1} of ${sections.length}.`);
  }

  function changeVisibility(key: string, changed: Partial<Pick<SectionDraft, 'visibility' | 'body'>>) {
    const sections = notes.sections.map((section) =>
      section.key === key ? { ...withoutBody(section), ...changed } : withoutBody(section),
    );
    store(sections, notes);
  }

  const drag = useSectionDrag(move);

  function discard() {
    if (editing === null) return;
    const present = autosave.present();
    const current = present?.sections.find(({ key }) => key === editing.section.key);
    const { saved } = autosave;
    const isOurs =
      current !== undefined &&
      saved !== null &&
      !isSameSection(saved, editing.section) &&
      (saved.revision === present?.revision || isSameSection(current, saved));
    isDiscarded.current = true;
    autosave.discard();
    if (present && isOurs && isChanged(present, editing)) store(reverted(present, editing), present);
  }

  function addSection() {
    setEditing({
      section: { key: `own-${randomKey()}`, title: '', body: '', visibility: 'gm' },
      isNew: true,
    });
  }

  // Shows changes from elsewhere, such as a quote, in an open but unchanged section.
  const { revision } = notes;
  const fresh = step === 'idle' ? notes.sections.find(({ key }) => key === editing?.section.key) : undefined;
  useEffect(() => {
    if (fresh === undefined) return;
    setEditing((before) => before && { ...before, section: asRead(fresh, { revision }) });
  }, [fresh, revision]);

  const isListed = editing !== null && notes.sections.some(({ key }) => key === editing.section.key);
  const editor = ({ section, isNew }: Editing) => (
    <SectionEditor
      key={section.key}
      section={section}
      draft={draft ?? section}
      autosave={autosave}
      readMentions={async () => {
        const { names, people } = await readPeopleAndPlaces();
        return (await import('./mentions.ts')).mentionsOf(names, people, found);
      }}
      onChange={(changed) => autosave.change(changed, isNew ? null : section)}
      onEnd={step === 'idle' ? close : autosave.end}
      onDiscard={discard}
    />
  );

  if (notes.sections.length === 0 && !editing) {
    return (
      <EmptyState
        illustration={<OpenNotebook />}
        title="No notes yet"
        text={
          onOpenAnalysis
            ? 'The analysis is finished. Copy it here and edit it, or write your own notes.'
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
          {notes.revision > 0 ? <HistoryButton sessionId={notes.sessionId} disabled={false} /> : null}
        </div>
      </EmptyState>
    );
  }

  return (
    <div className="notes">
      <FoldedTools label="Tools for these notes" className="tab-tools">
        <Button
          kind="quiet"
          icon="plus"
          disabled={editing !== null}
          aria-describedby={editing === null ? undefined : lockedId}
          onClick={addSection}
        >
          Add a section
        </Button>
        {campaignId === null ? null : (
          <FixNameButton kind="quiet" campaignId={campaignId} disabled={editing !== null} />
        )}
        {campaignId === null ? null : (
          <InstructionButton
            sessionId={notes.sessionId}
            campaignId={campaignId}
            title={sessionTitle}
            disabled={editing !== null}
          />
        )}
        {hasEvening && onOpenAnalysis ? (
          <Button kind="quiet" onClick={onOpenAnalysis}>
            Timeline
          </Button>
        ) : null}
        <RecapsButton sessionId={notes.sessionId} title={sessionTitle} disabled={editing !== null} />
        <HistoryButton sessionId={notes.sessionId} disabled={editing !== null} />
        <CopyMarkdown title={sessionTitle} sections={notes.sections} />
        <Menu
          label="View as"
          icon="eye"
          items={[
            { key: 'players', label: 'View as a player', onChoose: () => setAudience('players') },
            { key: 'public', label: 'View as the public', onChoose: () => setAudience('public') },
          ]}
        />
      </FoldedTools>
      {editing === null ? null : (
        <p className="muted" id={lockedId}>
          You are editing “{draft?.title || editing.section.title || 'a new section'}”. Finish it to change or
          move other sections.
        </p>
      )}
      {editing ? null : <ChangeNotice changes={changes} />}
      <Outlined outer="h2" inner=".notes-section h3" className="notes-sections">
        {/* One list, so that a new section's editor stays mounted once it is saved. */}
        {[
          ...notes.sections.map((section, index) =>
            editing?.section.key === section.key ? (
              editor(editing)
            ) : (
              <NotesSectionView
                key={section.key}
                campaignId={campaignId}
                section={section}
                access={access}
                recap={
                  isRecapSection(section) ? (
                    <RecapBar
                      section={section}
                      sessionId={notes.sessionId}
                      sessionTitle={sessionTitle}
                      revision={notes.revision}
                      disabled={editing !== null}
                    />
                  ) : null
                }
                returned={returnTo === section.key}
                locked={editing !== null || save.isPending}
                lockedBy={editing === null ? undefined : lockedId}
                place={{
                  above: index,
                  below: notes.sections.length - 1 - index,
                  moved: moved?.key === section.key ? moved.way : null,
                  isMoving: save.isPending && moved?.key === section.key,
                }}
                onMove={(way) => move(index, way === 'up' ? index - 1 : index + 1)}
                drag={
                  editing !== null || save.isPending
                    ? null
                    : { marks: drag.marksOf(index), handle: drag.handleOf(index) }
                }
                onVisibility={(changed) => changeVisibility(section.key, changed)}
                onEdit={() => {
                  setReturnTo(null);
                  setEditing(begin(section));
                }}
                onRemove={() => remove(section)}
              />
            ),
          ),
          ...(editing && !isListed ? [editor(editing)] : []),
        ]}
      </Outlined>
      {audience === null ? null : (
        <AudienceDialog sessionId={notes.sessionId} audience={audience} onClose={() => setAudience(null)} />
      )}
    </div>
  );
}
