import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesAutosaveSetup } from './notes-autosave.setup.ts';

const saving = notesAutosaveSetup.createStateConfig({
  description: 'Sends the section to the server. Text written meanwhile is saved next.',
  tags: tag.busy,
  entry: ['forgetRestored', 'forgetFailure'],
  invoke: {
    id: 'saveSection',
    src: 'saveSection',
    input: ({ context }) => ({
      sessionId: context.sessionId,
      draft: present(context.draft, 'draft'),
      saved: context.saved,
    }),
    onDone: {
      target: 'settling',
      actions: { type: 'keepSaved', params: ({ event }) => ({ draft: event.output }) },
    },
    onError: [
      {
        guard: { type: 'isStale', params: ({ event }) => event },
        target: 'conflict',
        actions: { type: 'keepTheirs', params: ({ event }) => ({ error: event.error }) },
      },
      {
        guard: { type: 'passesByItself', params: ({ event }) => event },
        target: 'waitingForNetwork',
        actions: keepFailure,
      },
      {
        target: 'failed',
        actions: keepFailure,
      },
    ],
  },
  on: {
    'draft.changed': {
      actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
    },
    'editing.ended': { actions: 'noteEnding' },
  },
});

const sendIfTitled = [{ guard: 'hasTitle', target: 'saving' }, { target: 'untitled' }] as const;

export const notesAutosaveMachine = notesAutosaveSetup.createMachine({
  id: 'notesAutosave',
  context: ({ input: { sessionId, kept } }) => ({
    sessionId,
    draft: kept?.draft ?? null,
    saved: kept?.saved ?? null,
    restoredFrom: kept?.at ?? null,
    isEnding: false,
    theirs: null,
    failure: null,
  }),
  initial: 'recalling',
  states: {
    recalling: {
      description:
        'Looks for unsaved text that an earlier visit left on this device; of several sections, the newest.',
      always: [{ guard: 'hasDraft', target: 'restored' }, { target: 'idle' }],
    },
    idle: {
      description: 'Everything is saved.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'draft.changed': {
          target: 'typing',
          actions: [
            { type: 'keepDraft', params: ({ event }) => event },
            { type: 'keepBase', params: ({ event }) => event },
            'keepOnDevice',
          ],
        },
      },
    },
    restored: {
      description: 'Unsaved text from an earlier visit is back; the user continues or discards it.',
      tags: tag.waiting,
      on: {
        'draft.changed': {
          target: 'typing',
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'editing.ended': [
          { guard: 'hasTitle', target: 'saving', actions: 'noteEnding' },
          { target: 'untitled' },
        ],
        'draft.discarded': 'discarded',
      },
    },
    typing: {
      description:
        'The user writes. The text is stored on this device immediately, and saved a second after the last keystroke.',
      tags: tag.waiting,
      entry: 'forgetRestored',
      after: { autosaveDelay: sendIfTitled },
      on: {
        'draft.changed': {
          target: 'typing',
          reenter: true,
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'save.requested': sendIfTitled,
        'editing.ended': [
          { guard: 'hasTitle', target: 'saving', actions: 'noteEnding' },
          { target: 'untitled' },
        ],
        'draft.discarded': 'discarded',
      },
    },
    untitled: {
      description: 'A section needs a title before it can be saved; until then it is kept on this device.',
      tags: tag.waiting,
      entry: ['forgetRestored', 'forgetEnding', 'forgetFailure'],
      on: {
        'draft.changed': {
          target: 'typing',
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'draft.discarded': 'discarded',
      },
    },
    saving,
    settling: {
      description: 'Is there anything left to save?',
      always: [
        {
          guard: {
            type: 'isCurrent',
            params: ({ context }) => ({ draft: present(context.saved, 'saved section') }),
          },
          target: 'saved',
          actions: 'forgetOnDevice',
        },
        { guard: 'mayEnd', target: 'saving', actions: 'keepOnDevice' },
        { target: 'typing', actions: 'keepOnDevice' },
      ],
    },
    saved: {
      description: 'The server has everything.',
      tags: tag.done,
      always: { guard: 'isEnding', target: 'idle' },
      on: {
        'draft.changed': {
          target: 'typing',
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'editing.ended': 'idle',
        'draft.discarded': 'idle',
      },
    },
    waitingForNetwork: {
      description:
        'The server cannot take it at the moment. The text is stored on this device, and sent again every ' +
        '15 seconds, and once the connection is back.',
      tags: tag.waiting,
      entry: 'forgetEnding',
      invoke: { id: 'watchPage', src: 'watchPage', onError: {} },
      after: { nextAttempt: sendIfTitled },
      on: {
        'draft.changed': {
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'connection.restored': sendIfTitled,
        retry: sendIfTitled,
        'draft.discarded': 'discarded',
      },
    },
    conflict: {
      description:
        'Another person or tab changed this section in the meantime. Both versions are shown; nothing is ' +
        'overwritten unseen.',
      tags: tag.waiting,
      entry: 'forgetEnding',
      on: {
        'draft.changed': {
          actions: [{ type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        'mine.chosen': [
          { guard: 'hasTitle', target: 'saving', actions: 'acceptTheirs' },
          { target: 'untitled', actions: 'acceptTheirs' },
        ],
        'theirs.chosen': {
          guard: 'hasTheirs',
          target: 'saved',
          actions: ['forgetOnDevice', 'takeTheirs'],
        },
        'draft.discarded': 'discarded',
      },
    },
    failed: {
      description: 'The server rejected it, and the reason is shown. The text is stored on this device.',
      tags: tag.failed,
      entry: 'forgetEnding',
      on: {
        'draft.changed': {
          target: 'typing',
          actions: ['forgetFailure', { type: 'keepDraft', params: ({ event }) => event }, 'keepOnDevice'],
        },
        retry: sendIfTitled,
        'draft.discarded': 'discarded',
      },
    },
    discarded: {
      description: 'The user discards the unsaved text; this device deletes it. What was saved before stays.',
      entry: 'forgetOnDevice',
      always: 'idle',
    },
  },
});
