import { useEffect, useId, useState } from 'react';
import type { Notes, SavedSection } from '#contract/notes.ts';
import { isRecapSection } from '#contract/recap-sections.ts';
import type { SectionEnded } from '#machines/notes-autosave/notes-autosave.setup.ts';
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

const asRead = (section: SectionDraft, { revision }: Pick<Notes, 'revision'>): SectionDraft => ({
  ...sectionDraft(section),
  revision,
});

const sectionOf = ({ sections }: Notes, { key }: SectionDraft) =>
  sections.find((section) => section.key === key);

/** With the section as it was before; a new one, which had no title, is left out. */
function withSection(notes: Notes, before: SectionDraft): SavedSection[] {
  const present = sectionOf(notes, before);
  const back = before.title === '' ? [] : [sectionDraft(before)];
  const saved = notes.sections.flatMap((each) => (each === present ? back : [withoutBody(each)]));
  return present === undefined ? [...saved, ...back] : saved;
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
  const changes = useRecordChange(null, notes);
  const { request } = changes;
  const autosave = useNotesAutosave(notes.sessionId, offerUndo);
  const { opened, saveNow, leave, seen: seenSection } = autosave;
  const isEditing = opened !== null;
  const [moved, setMoved] = useState<{ key: string; way: 'up' | 'down' } | null>(null);
  /** The focus comes back here from the editor. */
  const [returnTo, setReturnTo] = useState(opened?.key ?? null);
  const [audience, setAudience] = useState<'players' | 'public' | null>(null);

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
  /** The text is saved already: only how to undo it is new. What was discarded is still to be taken back. */
  function offerUndo({ type, before, saved }: SectionEnded, present: Notes) {
    const current = sectionOf(present, before);
    if (saved.revision !== present.revision && !(current && isSameSection(current, saved))) return;
    const back = storing(withSection(present, before), present, 'Saved.');
    const { revision } = present;
    request(
      type === 'section.discarded' ? back : { words: 'Saved.', save: async () => ({ revision, undo: back }) },
    );
  }

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', saveNow);
      leave();
    };
  }, [saveNow, leave]);

  function edit(section: SectionDraft) {
    setReturnTo(section.key);
    autosave.open(section);
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

  // Shows changes from elsewhere, such as a quote, in an open but unchanged section.
  const { revision } = notes;
  const listed = opened ? sectionOf(notes, opened) : undefined;
  useEffect(() => {
    if (listed !== undefined) seenSection(asRead(listed, { revision }));
  }, [listed, revision, seenSection]);

  const addSection = () => edit({ key: `own-${randomKey()}`, title: '', body: '', visibility: 'gm' });
  const editor = opened ? (
    <SectionEditor
      key={opened.key}
      section={opened}
      autosave={autosave}
      readMentions={async () => {
        const { names, people } = await readPeopleAndPlaces();
        return (await import('./mentions.ts')).mentionsOf(names, people, found);
      }}
    />
  ) : null;

  if (notes.sections.length === 0 && !isEditing) {
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
              Go to the evening
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
          disabled={isEditing}
          aria-describedby={isEditing ? lockedId : undefined}
          onClick={addSection}
        >
          Add a section
        </Button>
        {campaignId === null ? null : (
          <FixNameButton kind="quiet" campaignId={campaignId} disabled={isEditing} />
        )}
        {campaignId === null ? null : (
          <InstructionButton
            sessionId={notes.sessionId}
            campaignId={campaignId}
            title={sessionTitle}
            disabled={isEditing}
          />
        )}
        {hasEvening && onOpenAnalysis ? (
          <Button kind="quiet" onClick={onOpenAnalysis}>
            Timeline
          </Button>
        ) : null}
        <RecapsButton sessionId={notes.sessionId} title={sessionTitle} disabled={isEditing} />
        <HistoryButton sessionId={notes.sessionId} disabled={isEditing} />
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
      {opened ? (
        <p className="muted" id={lockedId}>
          You are editing “{autosave.draft?.title || opened.title || 'a new section'}”. Finish it to change or
          move other sections.
        </p>
      ) : (
        <ChangeNotice changes={changes} />
      )}
      <Outlined outer="h2" inner=".notes-section h3" className="notes-sections">
        {/* One list, so that a new section's editor stays mounted once it is saved. */}
        {[
          ...notes.sections.map((section, index) =>
            section === listed ? (
              editor
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
                      disabled={isEditing}
                    />
                  ) : null
                }
                returned={returnTo === section.key}
                locked={isEditing || save.isPending}
                lockedBy={isEditing ? lockedId : undefined}
                place={{
                  above: index,
                  below: notes.sections.length - 1 - index,
                  moved: moved?.key === section.key ? moved.way : null,
                  isMoving: save.isPending && moved?.key === section.key,
                }}
                onMove={(way) => move(index, way === 'up' ? index - 1 : index + 1)}
                drag={
                  isEditing || save.isPending
                    ? null
                    : { marks: drag.marksOf(index), handle: drag.handleOf(index) }
                }
                onVisibility={(changed) => changeVisibility(section.key, changed)}
                onEdit={() => edit(asRead(section, notes))}
                onRemove={() => remove(section)}
              />
            ),
          ),
          ...(listed === undefined ? [editor] : []),
        ]}
      </Outlined>
      {audience === null ? null : (
        <AudienceDialog sessionId={notes.sessionId} audience={audience} onClose={() => setAudience(null)} />
      )}
    </div>
  );
}
