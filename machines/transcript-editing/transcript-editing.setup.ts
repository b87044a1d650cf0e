import { assign, setup } from 'xstate';
import type { LineChange } from '#contract/transcript-edits.ts';
import type { LineEditKind } from '#contract/transcripts.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface OpenedLine {
  readonly id: string;
  readonly text: string;
  readonly originalText: string | null;
  readonly speakerId: string | null;
  /** Null: it is the last one. */
  readonly next: { readonly id: string; readonly text: string } | null;
}

export interface LineDraft {
  readonly text: string;
  readonly speakerId: string | null;
}

export interface UndoableEdit {
  readonly id: string;
  readonly kind: LineEditKind;
}

export interface TranscriptEditingContext {
  readonly transcriptId: string | null;
  readonly line: OpenedLine | null;
  readonly draft: LineDraft | null;
  readonly change: LineChange | null;
  readonly following: { readonly transcriptId: string; readonly line: OpenedLine } | null;
  readonly theirs: LineDraft | null;
  readonly undone: UndoableEdit | null;
  readonly failure: Failure | null;
}

type TranscriptEditingEvent =
  | { type: 'line.opened'; transcriptId: string; line: OpenedLine }
  | { type: 'words.changed'; text: string }
  | { type: 'speaker.chosen'; speakerId: string | null }
  | { type: 'save.requested' }
  | { type: 'editing.cancelled' }
  /** Before this character of the draft. */
  | { type: 'line.split'; at: number }
  /** Joins the next line to this one. */
  | { type: 'line.joined' }
  | { type: 'line.deleted' }
  /** The user has seen the other version. */
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'undo.requested'; transcriptId: string; edit: UndoableEdit }
  | { type: 'user.left' };

export const nothingEdited: TranscriptEditingContext = {
  transcriptId: null,
  line: null,
  draft: null,
  change: null,
  following: null,
  theirs: null,
  undone: null,
  failure: null,
};

const draftOf = ({ text, speakerId }: OpenedLine): LineDraft => ({ text, speakerId });

function changeOf({ line, draft }: TranscriptEditingContext, texts: readonly string[]): LineChange | null {
  if (line === null || draft === null) return null;
  return { lines: [{ id: line.id, text: line.text }], texts: [...texts], speakerId: draft.speakerId };
}

const hasWords = (draft: LineDraft | null) => draft !== null && draft.text.trim() !== '';

const partsAt = (draft: LineDraft | null, at: number) => {
  const text = draft?.text ?? '';
  return [text.slice(0, at).trim(), text.slice(at).trim()] as const;
};

function theirsOf({ line }: TranscriptEditingContext, error: unknown): LineDraft | null {
  const lines = failureOf(error).details?.lines;
  const theirs = Array.isArray(lines) ? lines.map(recordOf).find(({ id }) => id === line?.id) : undefined;
  if (typeof theirs?.text !== 'string') return null;
  return { text: theirs.text, speakerId: typeof theirs.speakerId === 'string' ? theirs.speakerId : null };
}

export const transcriptEditingSetup = setup({
  types: {} as { context: TranscriptEditingContext; events: TranscriptEditingEvent; tags: Tag },
  actors: {
    /** Fails with `lineChanged` and `details.lines` if the lines are not as the user saw them. */
    changeLines: notProvidedActor<null, { transcriptId: string | null; change: LineChange | null }>(
      'changeLines',
    ),
    undoEdit: notProvidedActor<null, { transcriptId: string | null; edit: UndoableEdit | null }>('undoEdit'),
  },
  actions: {
    refreshLines: notProvidedAction('refreshLines'),
    openLine: assign((_, { transcriptId, line }: { transcriptId: string; line: OpenedLine }) => ({
      ...nothingEdited,
      transcriptId,
      line,
      draft: draftOf(line),
    })),
    openFollowing: assign(({ context: { following } }) =>
      following === null ? {} : { ...nothingEdited, ...following, draft: draftOf(following.line) },
    ),
    keepFollowing: assign({
      following: (_, following: { transcriptId: string; line: OpenedLine }) => following,
    }),
    forgetFollowing: assign({ following: null }),
    keepWords: assign({
      draft: ({ context: { draft } }, { text }: { text: string }) => draft && { ...draft, text },
    }),
    keepSpeaker: assign({
      draft: ({ context: { draft } }, { speakerId }: { speakerId: string | null }) =>
        draft && { ...draft, speakerId },
    }),
    keepEdit: assign({
      change: ({ context }) => changeOf(context, [(context.draft?.text ?? '').trim()]),
    }),
    keepSplit: assign({
      change: ({ context }, { at }: { at: number }) => changeOf(context, partsAt(context.draft, at)),
    }),
    keepJoin: assign({
      change: ({ context }) => {
        const { line, draft } = context;
        const change = changeOf(context, [`${(draft?.text ?? '').trim()} ${line?.next?.text ?? ''}`.trim()]);
        return change === null || line?.next == null
          ? null
          : { ...change, lines: [...change.lines, { id: line.next.id, text: line.next.text }] };
      },
    }),
    keepDeletion: assign({ change: ({ context }) => changeOf(context, []) }),
    keepTheirs: assign({ theirs: ({ context }, { error }: { error: unknown }) => theirsOf(context, error) }),
    acceptTheirs: assign({
      line: ({ context: { line, theirs } }) =>
        line === null || theirs === null ? line : { ...line, text: theirs.text },
      theirs: null,
    }),
    keepUndone: assign((_, { transcriptId, edit }: { transcriptId: string; edit: UndoableEdit }) => ({
      ...nothingEdited,
      transcriptId,
      undone: edit,
    })),
    closeForm: assign({ line: null, draft: null, following: null, theirs: null, failure: null }),
    forgetAll: assign(nothingEdited),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isUnchanged: ({ context: { line, draft } }) =>
      line !== null && draft?.text.trim() === line.text.trim() && draft.speakerId === line.speakerId,
    hasWords: ({ context: { draft } }) => hasWords(draft),
    hasTwoParts: ({ context: { draft } }, { at }: { at: number }) =>
      partsAt(draft, at).every((part) => part !== ''),
    canJoin: ({ context: { line, draft } }) => line?.next != null && hasWords(draft),
    hasFollowing: ({ context: { following } }) => following !== null,
    mayReplace: ({ context: { theirs, draft } }) => theirs !== null && hasWords(draft),
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'lineChanged'),
  },
});
