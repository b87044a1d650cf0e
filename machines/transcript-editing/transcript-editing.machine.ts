import { tag } from '../kit/tags.ts';
import { nothingEdited, type OpenedLine, transcriptEditingSetup } from './transcript-editing.setup.ts';

const withError = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

const openLine = {
  type: 'openLine',
  params: ({ event }: { event: { transcriptId: string; line: OpenedLine } }) => ({
    transcriptId: event.transcriptId,
    line: event.line,
  }),
} as const;

const keepFollowing = { ...openLine, type: 'keepFollowing' } as const;

const keepWords = {
  type: 'keepWords',
  params: ({ event }: { event: { text: string } }) => ({ text: event.text }),
} as const;

const keepSpeaker = {
  type: 'keepSpeaker',
  params: ({ event }: { event: { speakerId: string | null } }) => ({ speakerId: event.speakerId }),
} as const;

const wordEvents = transcriptEditingSetup.createStateConfig({
  on: {
    'save.requested': [
      { guard: 'isUnchanged', target: '#transcriptEditing.closed', actions: 'closeForm' },
      { guard: 'hasWords', target: '#transcriptEditing.saving', actions: 'keepEdit' },
      { target: '#transcriptEditing.open.blank' },
    ],
    'line.split': {
      guard: { type: 'hasTwoParts', params: ({ event }) => event },
      target: '#transcriptEditing.saving',
      actions: { type: 'keepSplit', params: ({ event }) => ({ at: event.at }) },
    },
    'line.joined': { guard: 'canJoin', target: '#transcriptEditing.saving', actions: 'keepJoin' },
  },
}).on;

const endingEvents = transcriptEditingSetup.createStateConfig({
  on: {
    'line.deleted': { target: '#transcriptEditing.saving', actions: 'keepDeletion' },
    'editing.cancelled': { target: '#transcriptEditing.closed', actions: 'closeForm' },
  },
}).on;

export const transcriptEditingMachine = transcriptEditingSetup.createMachine({
  id: 'transcriptEditing',
  context: nothingEdited,
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetAll' } },
  states: {
    closed: {
      description: 'No line is open.',
      tags: tag.idle,
      initial: 'quiet',
      on: {
        'line.opened': { target: 'open', actions: openLine },
        'undo.requested': {
          target: 'undoing',
          actions: {
            type: 'keepUndone',
            params: ({ event }) => ({ transcriptId: event.transcriptId, edit: event.edit }),
          },
        },
      },
      states: {
        quiet: { description: 'The user reads the transcript.' },
        saved: {
          description: 'The lines are changed; the page says how, and offers to undo it.',
          tags: tag.done,
        },
        undone: { description: 'The edit is undone.', tags: tag.done },
        notUndone: {
          description: 'The edit could not be undone; the page says why.',
          tags: tag.failed,
        },
      },
    },
    open: {
      description: 'A form replaces the line.',
      tags: tag.waiting,
      initial: 'writing',
      states: {
        writing: {
          description: 'The user corrects words or speaker.',
          on: {
            ...wordEvents,
            ...endingEvents,
            'words.changed': { actions: keepWords },
            'speaker.chosen': { actions: keepSpeaker },
            'line.opened': [
              { guard: 'isUnchanged', actions: openLine },
              {
                guard: 'hasWords',
                target: '#transcriptEditing.saving',
                actions: ['keepEdit', keepFollowing],
              },
              { target: 'blank' },
            ],
          },
        },
        blank: {
          description: 'The words are missing; the form says so, and that the line can be deleted.',
          tags: tag.failed,
          on: {
            ...endingEvents,
            'words.changed': { target: 'writing', actions: keepWords },
            'speaker.chosen': { actions: keepSpeaker },
          },
        },
        failed: {
          description:
            'The server rejected the edit or did not answer; the form says why and keeps the words.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: {
            ...wordEvents,
            ...endingEvents,
            'words.changed': { target: 'writing', actions: keepWords },
            'speaker.chosen': { target: 'writing', actions: keepSpeaker },
          },
        },
        conflict: {
          description:
            'This line was changed or deleted elsewhere in the meantime. The form shows what is there now; ' +
            'nothing is overwritten unseen.',
          tags: tag.failed,
          entry: 'refreshLines',
          on: {
            'words.changed': { actions: keepWords },
            'speaker.chosen': { actions: keepSpeaker },
            'mine.chosen': {
              guard: 'mayReplace',
              target: '#transcriptEditing.saving',
              actions: ['acceptTheirs', 'keepEdit'],
            },
            'theirs.chosen': { target: '#transcriptEditing.closed', actions: 'closeForm' },
          },
        },
      },
    },
    saving: {
      description: 'The server changes the lines, unless someone else changed them in the meantime.',
      tags: tag.busy,
      invoke: {
        id: 'changeLines',
        src: 'changeLines',
        input: ({ context: { transcriptId, change } }) => ({ transcriptId, change }),
        onDone: [
          { guard: 'hasFollowing', target: 'open', actions: 'openFollowing' },
          { target: 'closed.saved', actions: 'closeForm' },
        ],
        onError: [
          {
            guard: { type: 'cameTooLate', params: withError },
            target: 'open.conflict',
            actions: ['forgetFollowing', { type: 'keepTheirs', params: withError }],
          },
          {
            target: 'open.failed',
            actions: ['forgetFollowing', { type: 'keepFailure', params: withError }],
          },
        ],
      },
    },
    undoing: {
      description: 'The server undoes the edit.',
      tags: tag.busy,
      invoke: {
        id: 'undoEdit',
        src: 'undoEdit',
        input: ({ context: { transcriptId, undone } }) => ({ transcriptId, edit: undone }),
        onDone: 'closed.undone',
        onError: {
          target: 'closed.notUndone',
          actions: ['refreshLines', { type: 'keepFailure', params: withError }],
        },
      },
    },
  },
});
