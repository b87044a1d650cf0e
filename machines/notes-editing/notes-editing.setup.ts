import { assign, setup } from 'xstate';
import type { NotesHistory, ReadVersion } from '#contract/notes.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface NotesEditingContext {
  readonly sessionId: string | null;
  readonly history: NotesHistory | null;
  readonly chosen: number | null;
  readonly read: ReadVersion | null;
  readonly undo: number | null;
  readonly isOutdated: boolean;
  readonly failure: Failure | null;
}

type NotesEditingEvent =
  | { type: 'history.opened'; sessionId: string }
  | { type: 'history.closed' }
  | { type: 'retry' }
  | { type: 'version.opened'; revision: number }
  | { type: 'version.left' }
  | { type: 'restore.requested' }
  | { type: 'undo.requested' }
  | { type: 'user.left' };

interface VersionInput {
  readonly sessionId: string | null;
  readonly version: number | null;
}

export interface RestoreInput extends VersionInput {
  readonly present: number;
}

export const nothingOpen: NotesEditingContext = {
  sessionId: null,
  history: null,
  chosen: null,
  read: null,
  undo: null,
  isOutdated: false,
  failure: null,
};

export const notesEditingSetup = setup({
  types: {} as { context: NotesEditingContext; events: NotesEditingEvent; tags: Tag },
  actors: {
    readHistory: notProvidedActor<NotesHistory, Pick<VersionInput, 'sessionId'>>('readHistory'),
    readVersion: notProvidedActor<ReadVersion, VersionInput>('readVersion'),
    restoreVersion: notProvidedActor<NotesHistory, RestoreInput>('restoreVersion'),
    undoRestore: notProvidedActor<NotesHistory, RestoreInput>('undoRestore'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshNotes: notProvidedAction('refreshNotes'),
    keepSession: assign((_, { sessionId }: { sessionId: string }) => ({ ...nothingOpen, sessionId })),
    keepHistory: assign({ history: (_, { history }: { history: NotesHistory }) => history }),
    keepChosen: assign({ chosen: (_, { revision }: { revision: number }) => revision }),
    keepVersion: assign({ read: (_, { read }: { read: ReadVersion }) => read }),
    forgetVersion: assign({ chosen: null, read: null }),
    keepUndo: assign({ undo: ({ context }) => context.read?.present.revision ?? null }),
    forgetUndo: assign({ undo: null }),
    markOutdated: assign({ isOutdated: true, read: null }),
    forgetOutdated: assign({ isOutdated: false }),
    forgetAll: assign(nothingOpen),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isListed: ({ context }, { revision }: { revision: number }) =>
      context.history?.versions.some((version) => version.revision === revision) === true,
    hasUndo: ({ context }) => context.undo !== null,
    isOutdated: ({ context }) => context.isOutdated,
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'staleRevision'),
  },
});
