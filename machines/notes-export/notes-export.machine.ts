import { assign, setup } from 'xstate';
import { type Failure, failureOf, keepFailure } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export interface NotesExportContext {
  /** Into a vault that the user has chosen. */
  readonly intoVault: boolean;
  readonly failure: Failure | null;
}

type NotesExportEvent =
  | { type: 'export.requested' }
  | { type: 'vault.chosen' }
  /** Who reads it, the format, or the longer read. */
  | { type: 'choice.changed' };

const requests = {
  'export.requested': { target: 'preparing', actions: { type: 'keepAim', params: { intoVault: false } } },
  'vault.chosen': { target: 'preparing', actions: { type: 'keepAim', params: { intoVault: true } } },
} as const;

export const notesExportMachine = setup({
  types: {} as { context: NotesExportContext; events: NotesExportEvent; tags: Tag },
  actors: {
    saveNotes: notProvidedActor<void, { intoVault: boolean }>('saveNotes'),
  },
  actions: {
    keepAim: assign({ intoVault: (_, params: { intoVault: boolean }) => params.intoVault }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'notesExport',
  context: { intoVault: false, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user chooses who will read the notes, and the format.',
      tags: tag.waiting,
      on: requests,
    },
    preparing: {
      description:
        'The server makes the file, or updates the vault, and the browser saves it. Another choice, or closing the dialog, ends the download.',
      tags: tag.busy,
      invoke: {
        id: 'saveNotes',
        src: 'saveNotes',
        input: ({ context: { intoVault } }) => ({ intoVault }),
        onDone: 'saved',
        onError: { target: 'failed', actions: keepFailure },
      },
      on: { 'choice.changed': 'choosing' },
    },
    saved: {
      description: 'The file is saved; the dialog says so until the user chooses again.',
      tags: tag.done,
      on: { ...requests, 'choice.changed': 'choosing' },
    },
    failed: {
      description: 'Nothing was saved; the dialog says why, and the user can try again or choose again.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { ...requests, 'choice.changed': 'choosing' },
    },
  },
});
