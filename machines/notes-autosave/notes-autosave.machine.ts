import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesAutosaveSetup } from './notes-autosave.setup.ts';
import { beforeIts, type SectionDraft } from './section-draft.ts';

const keepDraft = {
  type: 'keepDraft',
  params: ({ event }: { event: { draft: SectionDraft } }) => event,
} as const;

const keepOpened = {
  type: 'keepOpened',
  params: ({ event }: { event: { section: SectionDraft } }) => event,
} as const;

const writes = { actions: [keepDraft, 'keepOnDevice'] } as const;

const types = { target: 'typing', ...writes } as const;

const sendIfTitled = [{ guard: 'hasTitle', target: 'saving' }, { target: 'untitled' }] as const;

const sendAndEnd = [
  { guard: 'hasTitle', target: 'saving', actions: 'noteEnding' },
  { target: 'untitled' },
] as const;

const saving = notesAutosaveSetup.createStateConfig({
  description:
    'Sends the section to the server. Text written meanwhile is saved next, and keeps the editor open.',
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
    'draft.changed': { actions: [...writes.actions, 'forgetEnding'] },
    'editing.ended': { actions: 'noteEnding' },
    'editor.left': { actions: 'noteEnding' },
  },
});

export const notesAutosaveMachine = notesAutosaveSetup.createMachine({
  id: 'notesAutosave',
  context: ({ input: { sessionId, kept } }) => ({
    sessionId,
    opened: kept && (kept.saved ?? beforeIts(kept.draft)),
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
      always: [{ guard: 'hasDraft', target: 'restored' }, { target: 'closed' }],
    },
    closed: {
      description: 'No section is being edited.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: { 'section.opened': { target: 'open', actions: keepOpened } },
    },
    open: {
      description:
        'A section is open in the editor, with nothing written yet; it follows what is saved of it elsewhere.',
      tags: tag.waiting,
      on: {
        'section.seen': { guard: { type: 'isOther', params: ({ event }) => event }, actions: keepOpened },
        'draft.changed': { target: 'typing', actions: [keepDraft, 'keepBase', 'keepOnDevice'] },
        'editing.ended': 'closed',
        'editor.left': 'closed',
      },
    },
    restored: {
      description: 'Unsaved text from an earlier visit is back; the user continues or discards it.',
      tags: tag.waiting,
      on: {
        'draft.changed': types,
        'editing.ended': sendAndEnd,
        'draft.discarded': 'discarded',
      },
    },
    typing: {
      description:
        'The user writes. The text is stored on this device immediately, and saved a second after the last keystroke.',
      tags: tag.waiting,
      entry: ['forgetRestored', 'forgetEnding'],
      after: { autosaveDelay: sendIfTitled },
      on: {
        'draft.changed': { ...types, reenter: true },
        'save.requested': sendIfTitled,
        'editing.ended': sendAndEnd,
        'editor.left': sendAndEnd,
        'draft.discarded': 'discarded',
      },
    },
    untitled: {
      description: 'A section needs a title before it can be saved; until then it is kept on this device.',
      tags: tag.waiting,
      entry: ['forgetRestored', 'forgetFailure'],
      on: {
        'draft.changed': types,
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
      always: { guard: 'isEnding', target: 'ended' },
      on: {
        'draft.changed': types,
        'editing.ended': 'ended',
        'editor.left': 'ended',
        'draft.discarded': 'discarded',
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
        'draft.changed': writes,
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
        'draft.changed': writes,
        'mine.chosen': [
          { guard: 'hasTitle', target: 'saving', actions: 'acceptTheirs' },
          { target: 'untitled', actions: 'acceptTheirs' },
        ],
        'theirs.chosen': {
          guard: 'hasTheirs',
          target: 'saved',
          actions: ['forgetOnDevice', 'takeTheirs'],
        },
        'draft.discarded': { target: 'closed', actions: 'forgetOnDevice' },
      },
    },
    failed: {
      description: 'The server rejected it, and the reason is shown. The text is stored on this device.',
      tags: tag.failed,
      entry: 'forgetEnding',
      on: {
        'draft.changed': { target: 'typing', actions: ['forgetFailure', ...writes.actions] },
        retry: sendIfTitled,
        'draft.discarded': 'discarded',
      },
    },
    ended: {
      description:
        'The editor closes. If the section is not as it was when it was opened, the page says that it is saved, and offers to undo it.',
      always: [{ guard: 'isChanged', target: 'closed', actions: 'announceSaved' }, { target: 'closed' }],
    },
    discarded: {
      description:
        'The user discards what is written; this device deletes it. What was saved of it since the section was opened is taken back; beside a conflicting version, that one stays.',
      entry: 'forgetOnDevice',
      always: [{ guard: 'isChanged', target: 'closed', actions: 'announceDiscarded' }, { target: 'closed' }],
    },
  },
});
