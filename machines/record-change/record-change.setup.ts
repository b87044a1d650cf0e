import { assign, setup } from 'xstate';
import { isRecord, textsOf } from '#contract/unknown-values.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** Fields of a form, by name; `before`, or `before-` and the name of a field, says what the record said when it was begun. */
export type RecordDraft = Readonly<Record<string, string>>;

/** A part of the page is a form, which is filled in and sent, or has buttons that change something at once. */
export interface RecordChangeInput {
  readonly isForm: boolean;
}

/** What to do, by an id that the surroundings know, and what to say when it is done. */
export interface RecordChange {
  readonly id: string;
  readonly words: string;
}

export interface SavedChange {
  /** The record's revision since; null if it has none. */
  readonly revision: number | null;
  /** Null if it cannot be undone. */
  readonly undo: RecordChange | null;
}

export interface RecordChangeContext extends RecordChangeInput {
  readonly draft: RecordDraft | null;
  readonly change: RecordChange | null;
  /** What was asked for meanwhile. */
  readonly next: RecordChange | null;
  readonly undo: RecordChange | null;
  readonly revision: number | null;
  readonly theirs: RecordDraft | null;
  readonly failure: Failure | null;
}

type RecordChangeEvent =
  /** With what was written before and not saved, or else what the record says. */
  | { type: 'form.opened'; draft: RecordDraft }
  /** What is written stays on the device. */
  | { type: 'form.closed' }
  | { type: 'draft.changed'; draft: RecordDraft }
  | { type: 'draft.discarded' }
  | { type: 'draft.submitted'; change: RecordChange }
  | { type: 'change.requested'; change: RecordChange }
  | { type: 'undo.requested' }
  /** The record was read again. */
  | { type: 'record.seen'; revision: number }
  | { type: 'theirs.taken' }
  | { type: 'retry' }
  | { type: 'notice.dismissed' };

export const nothingChanged: Omit<RecordChangeContext, 'isForm'> = {
  draft: null,
  change: null,
  next: null,
  undo: null,
  revision: null,
  theirs: null,
  failure: null,
};

function theirsOf(error: unknown): RecordDraft | null {
  const theirs = failureOf(error).details?.theirs;
  return isRecord(theirs) ? textsOf(theirs) : null;
}

export const recordChangeSetup = setup({
  types: {} as {
    context: RecordChangeContext;
    events: RecordChangeEvent;
    input: RecordChangeInput;
    tags: Tag;
  },
  actors: {
    /** Fails with `staleRevision`, with `details.theirs` if the record was read again; both versions are shown only then. */
    saveChange: notProvidedActor<SavedChange, { change: RecordChange }>('saveChange'),
  },
  actions: {
    keepOnDevice: notProvidedAction('keepOnDevice'),
    forgetOnDevice: notProvidedAction('forgetOnDevice'),
    /** Of the other version, for it has what was written in other fields. */
    keepRestOnDevice: notProvidedAction('keepRestOnDevice'),
    forgetAll: assign(nothingChanged),
    forgetDraft: assign({ draft: null, theirs: null }),
    forgetOutcome: assign({ undo: null, revision: null, failure: null }),
    keepDraft: assign({ draft: (_, params: { draft: RecordDraft }) => params.draft }),
    keepChange: assign({ change: (_, params: { change: RecordChange }) => params.change }),
    keepNext: assign({ next: (_, params: { change: RecordChange }) => params.change }),
    takeNext: assign({ change: ({ context }) => context.next, next: null }),
    forgetNext: assign({ next: null }),
    changeBack: assign({ change: ({ context }) => context.undo }),
    keepSaved: assign({
      undo: (_, params: { saved: SavedChange }) => params.saved.undo,
      revision: (_, params: { saved: SavedChange }) => params.saved.revision,
    }),
    keepTheirs: assign({ theirs: (_, params: { error: unknown }) => theirsOf(params.error) }),
    takeTheirs: assign({ draft: ({ context }) => context.theirs, theirs: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
  },
  guards: {
    isClosedForm: ({ context }) => context.isForm && context.draft === null,
    isPressed: ({ context }) => !context.isForm,
    hasNext: ({ context }) => context.next !== null,
    hasDraft: ({ context }) => context.draft !== null,
    hasUndo: ({ context }) => context.undo !== null,
    canRepeat: ({ context: { draft, failure } }) => draft !== null || failure?.code !== 'staleRevision',
    isChangedSince: ({ context }, params: { revision: number }) =>
      context.revision !== null && context.revision !== params.revision,
    isStaleDraft: ({ context }, params: { error: unknown }) =>
      context.draft !== null && hasCode(params.error, 'staleRevision') && theirsOf(params.error) !== null,
  },
});
