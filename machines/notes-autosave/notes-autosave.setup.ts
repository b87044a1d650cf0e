import { type AnyEventObject, assign, setup } from 'xstate';
import { recordOf } from '#contract/unknown-values.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import { isSameSection, type SectionDraft } from './section-draft.ts';

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
  readonly draft: SectionDraft | null;
  readonly saved: SectionDraft | null;
  readonly restoredFrom: string | null;
  readonly isEnding: boolean;
  readonly theirs: SectionDraft | null;
  readonly failure: Failure | null;
}

type NotesAutosaveEvent =
  /** The section before the first change. */
  | { type: 'draft.changed'; draft: SectionDraft; base: SectionDraft | null }
  /** The field loses focus, or the page is left or hidden. */
  | { type: 'save.requested' }
  | { type: 'editing.ended' }
  | { type: 'draft.discarded' }
  /** The user has seen the conflicting version. */
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'retry' }
  | { type: 'connection.restored' };

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
    keepBase: assign({ saved: (_, params: { base: SectionDraft | null }) => params.base }),
    keepSaved: assign({ saved: (_, params: { draft: SectionDraft }) => params.draft }),
    keepTheirs: assign({ theirs: (_, params: { error: unknown }) => theirsOf(params.error) }),
    acceptTheirs: assign({ saved: ({ context }) => context.theirs, theirs: null }),
    takeTheirs: assign({
      draft: ({ context }) => context.theirs,
      saved: ({ context }) => context.theirs,
      theirs: null,
    }),
    noteEnding: assign({ isEnding: true }),
    forgetEnding: assign({ isEnding: false }),
    forgetRestored: assign({ restoredFrom: null }),
    forgetAll: assign({
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
