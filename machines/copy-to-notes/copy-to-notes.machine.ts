import { assign, setup } from 'xstate';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type NotesChoice = 'keep' | 'append' | 'replace';

export interface CopyToNotesContext {
  readonly mode: 'fillEmpty' | NotesChoice;
  readonly failure: Failure | null;
}

type CopyToNotesEvent =
  | { type: 'copy.requested' }
  | { type: 'choice.made'; choice: NotesChoice }
  | { type: 'choice.cancelled' };

const errorOf = ({ event: { error } }: { event: { error: unknown } }) => ({ error });

export const copyToNotesMachine = setup({
  types: {} as { context: CopyToNotesContext; events: CopyToNotesEvent; tags: Tag },
  actors: {
    /** Fails with `notesNotEmpty` if it may fill only empty notes. */
    copyNotes: notProvidedActor<void, { mode: CopyToNotesContext['mode'] }>('copyNotes'),
  },
  actions: {
    keepMode: assign({ mode: (_, params: { mode: CopyToNotesContext['mode'] }) => params.mode }),
    fillOnlyEmpty: assign({ mode: 'fillEmpty' }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasNotes: (_, params: { error: unknown }) => hasCode(params.error, 'notesNotEmpty'),
    isKept: ({ context }) => context.mode === 'keep',
  },
}).createMachine({
  id: 'copyToNotes',
  context: { mode: 'fillEmpty', failure: null },
  initial: 'ready',
  states: {
    ready: {
      description: 'The analysis can be copied to the notes.',
      tags: tag.idle,
      entry: 'fillOnlyEmpty',
      on: { 'copy.requested': 'filling' },
    },
    filling: {
      description: 'The server copies the analysis if the session has no notes yet.',
      tags: tag.busy,
      invoke: {
        id: 'copyNotes',
        src: 'copyNotes',
        input: ({ context }) => ({ mode: context.mode }),
        onDone: 'copied',
        onError: [
          { guard: { type: 'hasNotes', params: errorOf }, target: 'asking' },
          { target: 'failed', actions: { type: 'keepFailure', params: errorOf } },
        ],
      },
    },
    asking: {
      description: 'The session has notes: the user keeps them, adds the analysis below, or replaces them.',
      tags: tag.waiting,
      initial: 'choosing',
      exit: 'forgetFailure',
      on: {
        'choice.made': {
          target: 'writing',
          actions: { type: 'keepMode', params: ({ event }) => ({ mode: event.choice }) },
        },
        'choice.cancelled': 'ready',
      },
      states: {
        choosing: { description: 'Nothing was written yet.' },
        failed: {
          description: 'The choice could not be carried out; the dialog says why.',
          tags: tag.failed,
        },
      },
    },
    writing: {
      description: 'The server does what the user chose.',
      tags: tag.busy,
      invoke: {
        id: 'copyNotes',
        src: 'copyNotes',
        input: ({ context }) => ({ mode: context.mode }),
        onDone: [{ guard: 'isKept', target: 'ready' }, { target: 'copied' }],
        onError: { target: 'asking.failed', actions: { type: 'keepFailure', params: errorOf } },
      },
    },
    copied: {
      description: 'The analysis is in the notes, and the notes are shown.',
      tags: tag.done,
      type: 'final',
    },
    failed: {
      description: 'The analysis was not copied; the page says why.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { 'copy.requested': 'filling' },
    },
  },
});
