import { type AnyEventObject, assign, emit, setup } from 'xstate';
import { present, recordOf } from '#contract/unknown-values.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import { beforeIts, isSameSection, type SectionDraft } from './section-draft.ts';

export interface KeptDraft {
  readonly draft: SectionDraft;
  readonly saved: SectionDraft | null;
  readonly at: string;
}

export interface NotesAutosaveInput {
  readonly sessionId: string;
  readonly kept: KeptDraft | null;
}

export interface NotesAutosaveContext {
  readonly sessionId: string;
  /** The section as it was when its editor was opened; a new one has no title. */
  readonly opened: SectionDraft | null;
  readonly draft: SectionDraft | null;
  readonly saved: SectionDraft | null;
  readonly restoredFrom: string | null;
  readonly isEnding: boolean;
  readonly theirs: SectionDraft | null;
  readonly failure: Failure | null;
}

type NotesAutosaveEvent =
  /** A new one has no title. */
  | { type: 'section.opened'; section: SectionDraft }
  /** The notes were read again. */
  | { type: 'section.seen'; section: SectionDraft }
  | { type: 'draft.changed'; draft: SectionDraft }
  /** The field loses focus, or the browser's page is left or hidden. */
  | { type: 'save.requested' }
  | { type: 'editing.ended' }
  /** The app shows another page. Unlike at its end, text that was restored stays where it is. */
  | { type: 'editor.left' }
  | { type: 'draft.discarded' }
  /** The user has seen the conflicting version. */
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'retry' }
  | { type: 'connection.restored' };

/** The editor has closed, and the section is not as it was `before`; what was discarded is to be taken back. */
export interface SectionEnded {
  readonly type: 'section.saved' | 'section.discarded';
  readonly before: SectionDraft;
  readonly saved: SectionDraft;
}

const announce = (type: SectionEnded['type']) =>
  emit<NotesAutosaveContext, NotesAutosaveEvent, undefined, NotesAutosaveEvent, SectionEnded>(
    ({ context }) => ({
      type,
      before: present(context.opened, 'opened section'),
      saved: present(context.saved, 'saved section'),
    }),
  );

function theirsOf(error: unknown): SectionDraft | null {
  const { key, title, body, visibility } = recordOf(failureOf(error).details?.theirs);
  const isRead = typeof key === 'string' && typeof title === 'string' && typeof body === 'string';
  return isRead && (visibility === 'gm' || visibility === 'players' || visibility === 'public')
    ? { key, title, body, visibility }
    : null;
}

export const notesAutosaveSetup = setup({
  types: {} as {
    context: NotesAutosaveContext;
    input: NotesAutosaveInput;
    events: NotesAutosaveEvent;
    emitted: SectionEnded;
    tags: Tag;
  },
  actors: {
    /**
     * Fails with `staleRevision` and `details.theirs` (null: removed) if someone else changed the section.
     */
    saveSection: notProvidedActor<
      SectionDraft,
      { sessionId: string; draft: SectionDraft; saved: SectionDraft | null }
    >('saveSection'),
    watchPage: notProvidedCallback<AnyEventObject>('watchPage'),
  },
  actions: {
    keepOnDevice: notProvidedAction('keepOnDevice'),
    forgetOnDevice: notProvidedAction('forgetOnDevice'),
    keepDraft: assign({ draft: (_, params: { draft: SectionDraft }) => params.draft }),
    keepOpened: assign({ opened: (_, params: { section: SectionDraft }) => params.section }),
    keepBase: assign({ saved: ({ context: { opened } }) => (opened?.title ? opened : null) }),
    keepSaved: assign({ saved: (_, params: { draft: SectionDraft }) => params.draft }),
    keepTheirs: assign({ theirs: (_, params: { error: unknown }) => theirsOf(params.error) }),
    /** An undo brings their version back. */
    acceptTheirs: assign({
      opened: ({ context: { theirs, opened } }) => theirs ?? (opened && beforeIts(opened)),
      saved: ({ context }) => context.theirs,
      theirs: null,
    }),
    takeTheirs: assign({
      opened: ({ context }) => context.theirs,
      draft: ({ context }) => context.theirs,
      saved: ({ context }) => context.theirs,
      theirs: null,
    }),
    announceSaved: announce('section.saved'),
    announceDiscarded: announce('section.discarded'),
    noteEnding: assign({ isEnding: true }),
    forgetEnding: assign({ isEnding: false }),
    forgetRestored: assign({ restoredFrom: null }),
    forgetAll: assign({
      opened: null,
      draft: null,
      saved: null,
      restoredFrom: null,
      isEnding: false,
      theirs: null,
      failure: null,
    }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasDraft: ({ context }) => context.draft !== null,
    hasTitle: ({ context }) => context.draft !== null && context.draft.title.trim() !== '',
    isCurrent: ({ context }, params: { draft: SectionDraft }) => isSameSection(context.draft, params.draft),
    isEnding: ({ context }) => context.isEnding,
    isOther: ({ context: { opened } }, { section }: { section: SectionDraft }) =>
      !isSameSection(section, opened) || section.revision !== opened?.revision,
    isChanged: ({ context: { opened, saved } }) => saved !== null && !isSameSection(saved, opened),
    mayEnd: ({ context }) => context.isEnding && context.draft !== null && context.draft.title.trim() !== '',
    hasTheirs: ({ context }) => context.theirs !== null,
    isStale: (_, params: { error: unknown }) => hasCode(params.error, 'staleRevision'),
    passesByItself: (_, params: { error: unknown }) => isPassing(params.error),
  },
  delays: {
    autosaveDelay: seconds(1),
    /** Browsers do not always report a new connection. */
    nextAttempt: seconds(15),
  },
});
