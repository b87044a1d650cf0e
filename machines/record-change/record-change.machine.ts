import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nothingChanged, type RecordChange, recordChangeSetup } from './record-change.setup.ts';

const keepDraft = {
  type: 'keepDraft',
  params: ({ event }: { event: { draft: Record<string, string> } }) => event,
} as const;

const opens = { guard: 'isClosedForm', target: 'drafting', actions: keepDraft } as const;

const writes = { actions: [keepDraft, 'keepOnDevice'] } as const;

const saves = {
  target: 'saving',
  actions: { type: 'keepChange', params: ({ event }: { event: { change: RecordChange } }) => event },
} as const;

const discards = { target: 'resting', actions: 'forgetOnDevice' } as const;

const presses = { guard: 'isPressed', ...saves } as const;

/** A press while another is saved, such as a second star, is not lost. */
const waits = {
  guard: 'isPressed',
  actions: { type: 'keepNext', params: ({ event }: { event: { change: RecordChange } }) => event },
} as const;

export const recordChangeMachine = recordChangeSetup.createMachine({
  id: 'recordChange',
  context: ({ input: { isForm } }) => ({ ...nothingChanged, isForm }),
  initial: 'resting',
  states: {
    resting: {
      description: 'Nothing is being changed, and there is nothing to undo.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: { 'form.opened': opens, 'change.requested': presses },
    },
    drafting: {
      description:
        'The user fills in a form. What is written stays in this browser until it is saved or discarded: a form that was closed opens with it.',
      tags: tag.waiting,
      entry: 'forgetOutcome',
      on: {
        'draft.changed': writes,
        'draft.submitted': saves,
        'draft.discarded': discards,
        'form.closed': 'resting',
      },
    },
    saving: {
      description:
        'Sends the change to the server; a form waits as it is. What is pressed meanwhile is sent after it, if it succeeds.',
      tags: tag.busy,
      entry: 'forgetOutcome',
      on: { 'change.requested': waits },
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => ({ change: present(context.change, 'change') }),
        onDone: [
          { guard: 'hasNext', target: 'saving', reenter: true, actions: 'takeNext' },
          {
            target: 'saved',
            actions: { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) },
          },
        ],
        onError: [
          {
            guard: { type: 'isStaleDraft', params: ({ event }) => event },
            target: 'stale',
            actions: { type: 'keepTheirs', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'failed', actions: keepFailure },
        ],
      },
    },
    saved: {
      description:
        'The server has it. The page says so and, where it can be undone, offers that until the record changes again.',
      tags: tag.done,
      entry: ['forgetOnDevice', 'forgetDraft'],
      on: {
        'undo.requested': { guard: 'hasUndo', target: 'undoing', actions: 'changeBack' },
        'record.seen': {
          guard: { type: 'isChangedSince', params: ({ event }) => event },
          target: 'resting',
        },
        'notice.dismissed': 'resting',
        'form.opened': opens,
        'change.requested': presses,
      },
    },
    undoing: {
      description: 'Sends what was there before; the form opens again only afterwards.',
      tags: tag.busy,
      on: { 'change.requested': waits },
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => ({ change: present(context.change, 'change') }),
        onDone: [{ guard: 'hasNext', target: 'saving', actions: 'takeNext' }, { target: 'undone' }],
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    undone: {
      description: 'It is as it was before; the page says so.',
      tags: tag.done,
      entry: 'forgetOutcome',
      on: {
        'notice.dismissed': 'resting',
        'form.opened': opens,
        'change.requested': presses,
      },
    },
    stale: {
      description:
        'The record was changed elsewhere in the meantime: both versions are shown before one replaces the other.',
      tags: tag.waiting,
      on: {
        'draft.changed': writes,
        'draft.submitted': saves,
        'theirs.taken': { target: 'drafting', actions: ['takeTheirs', 'keepRestOnDevice'] },
        'draft.discarded': discards,
        'form.closed': 'resting',
      },
    },
    failed: {
      description:
        'The server rejected the change or did not answer; the page says why, until the form is written on. What was written stays, also once the notice is dismissed; what was pressed meanwhile is not sent. What met a newer version is not sent again as it was, for that would fail again; a form is, for that reads the other version.',
      tags: tag.failed,
      entry: 'forgetNext',
      on: {
        retry: { guard: 'canRepeat', target: 'saving' },
        'form.opened': opens,
        'draft.changed': { guard: 'hasDraft', target: 'drafting', ...writes },
        'draft.submitted': { guard: 'hasDraft', ...saves },
        'draft.discarded': { guard: 'hasDraft', ...discards },
        'form.closed': { guard: 'hasDraft', target: 'resting' },
        'notice.dismissed': [{ guard: 'hasDraft', target: 'drafting' }, { target: 'resting' }],
        'change.requested': presses,
      },
    },
  },
});
