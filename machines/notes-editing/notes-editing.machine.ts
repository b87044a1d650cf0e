import type { NotesHistory } from '#contract/notes.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesEditingSetup, nothingOpen } from './notes-editing.setup.ts';

const keepHistory = {
  type: 'keepHistory',
  params: ({ event }: { event: { output: NotesHistory } }) => ({ history: event.output }),
} as const;

const cameTooLate = {
  type: 'cameTooLate',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

export const notesEditingMachine = notesEditingSetup.createMachine({
  id: 'notesEditing',
  context: nothingOpen,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed; the page keeps no version of the notes.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'history.opened': {
          target: 'open',
          actions: { type: 'keepSession', params: ({ event }) => ({ sessionId: event.sessionId }) },
        },
      },
    },
    open: {
      description:
        'The dialog covers the page. A change goes on when it is closed: at its end the page reads its texts again, and tells a failure.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'history.closed': 'closed' },
      states: {
        loading: {
          description: 'Reads the list of versions.',
          tags: tag.busy,
          invoke: {
            id: 'readHistory',
            src: 'readHistory',
            input: ({ context: { sessionId } }) => ({ sessionId }),
            onDone: [
              { guard: 'isOutdated', target: 'listed.outdated', actions: keepHistory },
              { target: 'listed', actions: keepHistory },
            ],
            onError: { target: 'unread', actions: [keepFailure, 'forgetOutdated'] },
          },
        },
        unread: {
          description: 'The versions could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
        listed: {
          description: 'The earlier versions are listed: when each was written, and what replaced it.',
          initial: 'ready',
          on: {
            'version.opened': {
              guard: { type: 'isListed', params: ({ event }) => event },
              target: 'reading',
              actions: { type: 'keepChosen', params: ({ event }) => ({ revision: event.revision }) },
            },
            'undo.requested': { guard: 'hasUndo', target: 'undoing' },
          },
          states: {
            ready: { description: 'The game master chooses a version.', tags: tag.waiting },
            outdated: {
              description: 'The notes were changed somewhere else after the restore, so it cannot be undone.',
              tags: tag.failed,
              entry: 'forgetOutdated',
            },
            failed: {
              description:
                'The version could not be read, or the restore could not be undone; the dialog says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
            restored: {
              description: 'The notes are restored. The dialog offers to undo it.',
              tags: tag.done,
            },
            undone: { description: 'The restore is undone.', tags: tag.done },
          },
        },
        reading: {
          description: 'Reads the version and the current notes.',
          tags: tag.busy,
          invoke: {
            id: 'readVersion',
            src: 'readVersion',
            input: ({ context: { sessionId, chosen } }) => ({ sessionId, version: chosen }),
            onDone: [
              {
                guard: 'isOutdated',
                target: 'compared.outdated',
                actions: { type: 'keepVersion', params: ({ event }) => ({ read: event.output }) },
              },
              {
                target: 'compared',
                actions: { type: 'keepVersion', params: ({ event }) => ({ read: event.output }) },
              },
            ],
            onError: {
              target: 'listed.failed',
              actions: [keepFailure, 'forgetVersion', 'forgetOutdated'],
            },
          },
        },
        compared: {
          description: 'Compares the version with the current notes: what restoring it would change.',
          initial: 'ready',
          on: {
            'version.left': { target: 'listed', actions: 'forgetVersion' },
            'restore.requested': 'restoring',
          },
          states: {
            ready: { description: 'The game master reads and decides.', tags: tag.waiting },
            outdated: {
              description:
                'The notes were changed somewhere else in the meantime; the comparison shows their current text.',
              tags: tag.failed,
              entry: 'forgetOutdated',
            },
            failed: {
              description: 'The server rejected the restore or did not answer; the dialog says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        restoring: {
          description:
            'The server restores the version, unless someone else changed the notes in the meantime.',
          tags: tag.busy,
          exit: 'refreshNotes',
          invoke: {
            id: 'restoreVersion',
            src: 'restoreVersion',
            input: ({ context: { sessionId, chosen, read } }) => ({
              sessionId,
              version: chosen,
              present: read?.present.revision ?? 0,
            }),
            onDone: { target: 'listed.restored', actions: [keepHistory, 'keepUndo', 'forgetVersion'] },
            onError: [
              { guard: cameTooLate, target: 'reading', actions: 'markOutdated' },
              { target: 'compared.failed', actions: keepFailure },
            ],
          },
        },
        undoing: {
          description: 'The server undoes the restore.',
          tags: tag.busy,
          exit: 'refreshNotes',
          invoke: {
            id: 'undoRestore',
            src: 'undoRestore',
            input: ({ context: { sessionId, history, undo } }) => ({
              sessionId,
              version: undo,
              present: history?.revision ?? 0,
            }),
            onDone: { target: 'listed.undone', actions: [keepHistory, 'forgetUndo'] },
            onError: [
              { guard: cameTooLate, target: 'loading', actions: ['markOutdated', 'forgetUndo'] },
              { target: 'listed.failed', actions: keepFailure },
            ],
          },
        },
      },
    },
  },
});
