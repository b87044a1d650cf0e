import { assign, setup } from 'xstate';
import { type Failure, failureOf, keepFailure } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

type DataExportEvent = { type: 'export.requested' } | { type: 'cancel' } | { type: 'user.left' };

export const dataExportMachine = setup({
  types: {} as { context: { readonly failure: Failure | null }; events: DataExportEvent; tags: Tag },
  actors: {
    saveArchive: notProvidedActor<void>('saveArchive'),
  },
  actions: {
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'dataExport',
  context: { failure: null },
  initial: 'idle',
  on: { 'user.left': '.idle' },
  states: {
    idle: {
      description: 'No export is running.',
      tags: tag.idle,
      on: { 'export.requested': 'preparing' },
    },
    preparing: {
      description: 'The server makes the archive while the browser downloads it. The user can cancel.',
      tags: tag.busy,
      invoke: {
        id: 'saveArchive',
        src: 'saveArchive',
        onDone: 'saved',
        onError: { target: 'failed', actions: keepFailure },
      },
      on: { cancel: 'idle' },
    },
    saved: {
      description: 'The archive is saved; the user can make another.',
      tags: tag.done,
      on: { 'export.requested': 'preparing' },
    },
    failed: {
      description: 'The download failed; the page says why, and the user can try again.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { 'export.requested': 'preparing' },
    },
  },
});
