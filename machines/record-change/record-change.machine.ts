import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nothingChanged, type RecordChange, recordChangeSetup } from './record-change.setup.ts';

const drafts = {
  target: 'drafting',
  actions: { type: 'keepDraft', params: ({ event }: { event: { draft: Record<string, string> } }) => event },
} as const;

/** A press while another is saved, such as a second star, is not lost. */
const waits = {
  actions: {
    type: 'keepNext',
    params: ({ event }: { event: { change: RecordChange } }) => event,
  },
} as const;

export const recordChangeMachine = recordChangeSetup.createMachine({
  id: 'recordChange',
  context: nothingChanged,
  initial: 'resting',
  on: {
    'change.requested': {
      target: '.saving',
      actions: { type: 'keepChange', params: ({ event }) => event },
    },
  },
  states: {
    resting: {
      description: 'Nothing is being changed, and there is nothing to undo.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: { 'draft.changed': drafts },
    },
    drafting: {
      description: 'The user fills in a form.',
      tags: tag.waiting,
      entry: 'forgetOutcome',
      on: {
        'draft.changed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
        'draft.discarded': 'resting',
      },
    },
    saving: {
      description:
        'Sends the change to the server. One that is asked for meanwhile is sent after it, if it succeeds.',
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
          {
            target: 'failed',
            actions: keepFailure,
          },
        ],
      },
    },
    saved: {
      description:
        'The server has it. The page says so and, where it can be undone, offers that until the record changes again.',
      tags: tag.done,
      entry: 'forgetDraft',
      on: {
        'undo.requested': { guard: 'hasUndo', target: 'undoing', actions: 'changeBack' },
        'record.seen': {
          guard: { type: 'isChangedSince', params: ({ event }) => event },
          target: 'resting',
        },
        'notice.dismissed': 'resting',
        'draft.changed': drafts,
      },
    },
    undoing: {
      description: 'Sends what was there before.',
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
      on: { 'notice.dismissed': 'resting', 'draft.changed': drafts },
    },
    stale: {
      description:
        'The record was changed elsewhere in the meantime: both versions are shown before one replaces the other.',
      tags: tag.waiting,
      entry: 'forgetNext',
      on: {
        'draft.changed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
        'theirs.taken': { target: 'drafting', actions: 'takeTheirs' },
        'draft.discarded': 'resting',
      },
    },
    failed: {
      description:
        'The server rejected the change or did not answer; the page says why. What was written stays, also once the notice is dismissed; what was asked for meanwhile is not sent.',
      tags: tag.failed,
      entry: 'forgetNext',
      on: {
        retry: 'saving',
        'draft.changed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
        'draft.discarded': 'resting',
        'notice.dismissed': [{ guard: 'hasDraft', target: 'drafting' }, { target: 'resting' }],
      },
    },
  },
});
