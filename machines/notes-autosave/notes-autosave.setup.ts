import { type AnyEventObject, assign, setup } from 'xstate';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import { isSameSection, type SectionDraft } from './section-draft.ts';

/** Unsaved words, as this device keeps them. */
export interface KeptDraft {
  readonly draft: SectionDraft;
  /** The section as the server was last known to have it; null for one that it does not have. */
  readonly saved: SectionDraft | null;
  /** When the words were written, as ISO time. */
  readonly at: string;
}

export interface NotesAutosaveInput {
  readonly sessionId: string;
  /** What an earlier visit left unsaved. */
  readonly kept: KeptDraft | null;
}

export interface NotesAutosaveContext {
  readonly sessionId: string;
  readonly draft: SectionDraft | null;
  readonly saved: SectionDraft | null;
  /** When restored words were written; null for those of this visit. */
  readonly restoredFrom: string | null;
  /** The user has asked to close the editor once all is saved. */
  readonly isEnding: boolean;
  /** The section as somebody else saved it; null where they removed it, or there is no conflict. */
  readonly theirs: SectionDraft | null;
  readonly failure: Failure | null;
}

export type NotesAutosaveEvent =
  /** `base`: the section as it was before the first change. */
  | { type: 'draft.changed'; draft: SectionDraft; base: SectionDraft | null }
  /** The field loses the focus, or the page is left or hidden: save now. */
  | { type: 'save.requested' }
  /** Save and close the editor. */
  | { type: 'editing.ended' }
  | { type: 'draft.discarded' }
  /** Over what somebody else saved, which the user has seen. */
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'retry' }
  | { type: 'connection.restored' };

/** The version of somebody else that a refused save comes with. */
function theirsOf(error: unknown): SectionDraft | null {
  return (failureOf(error).details?.theirs ?? null) as SectionDraft | null;
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
     * Puts the section into the session's notes and gives it back as it was sent. Fails with `staleRevision` and
     * `details.theirs` where somebody else changed this section (null: removed it) since `saved`.
     */
    saveSection: notProvidedActor<
      SectionDraft,
      { sessionId: string; draft: SectionDraft; saved: SectionDraft | null }
    >('saveSection'),
    /** Tells when there is a connection again, and warns before the page is left. */
    watchPage: notProvidedCallback<AnyEventObject>('watchPage'),
  },
  actions: {
    /** Writes draft and saved version to this device, for this user alone. */
    keepOnDevice: notProvidedAction('keepOnDevice'),
    /** Removes them from this device. */
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
    /** Nothing was written while it was being saved. */
    isCurrent: ({ context }, params: { draft: SectionDraft }) => isSameSection(context.draft, params.draft),
    isEnding: ({ context }) => context.isEnding,
    /** The last words before the end are still to be sent, and can be. */
    mayEnd: ({ context }) => context.isEnding && context.draft !== null && context.draft.title.trim() !== '',
    hasTheirs: ({ context }) => context.theirs !== null,
    isStale: (_, params: { error: unknown }) => hasCode(params.error, 'staleRevision'),
    passesByItself: (_, params: { error: unknown }) => isPassing(params.error),
  },
  delays: {
    /** After the last key. */
    autosaveDelay: seconds(1),
    /** Between two attempts while the server cannot be reached, since browsers do not always know. */
    nextAttempt: seconds(15),
  },
});
