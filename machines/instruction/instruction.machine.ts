import type { InstructionStatus } from '#contract/instructions.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import {
  type InstructionContext,
  type InstructionPlace,
  instructionSetup,
  nothingAsked,
} from './instruction.setup.ts';

const answer = ({ event }: { event: { output: InstructionStatus } }) => ({ status: event.output });
const keepStatus = { type: 'keepStatus', params: answer } as const;
const ofSession = ({ context }: { context: InstructionContext }) => ({
  sessionId: context.place?.sessionId ?? '',
});
const placeOf = ({ event }: { event: { place: InstructionPlace } }) => ({ place: event.place });
const opens = {
  target: '#instruction.open',
  actions: { type: 'keepPlace', params: placeOf },
} as const;
const sent = {
  onDone: { target: '#instruction.open.following', actions: keepStatus },
  onError: { target: '#instruction.open.writing', actions: keepFailure },
} as const;
/** Followed in the dialog, and behind it. */
const waiting = instructionSetup.createStateConfig({
  description:
    'Waits 2 seconds before it asks again; longer each time that the server does not answer, up to 32, and asks at once when the user or the connection is back.',
  after: { pollInterval: 'asking' },
  on: { 'page.returned': 'asking' },
});
const textOf = ({ event: { text } }: { event: { text: string } }) => ({ text });
const submits = {
  guard: { type: 'hasText', params: textOf },
  target: 'sending',
  actions: { type: 'keepText', params: textOf },
} as const;

export const instructionMachine = instructionSetup.createMachine({
  id: 'instruction',
  context: nothingAsked,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description:
        'The dialog is closed, and the page follows no instruction. This browser keeps what its user typed for a session until the server has it.',
      tags: tag.idle,
      entry: 'forget',
      on: { 'instruction.opened': opens },
    },
    open: {
      description: 'The dialog covers the page.',
      tags: tag.modal,
      initial: 'reading',
      exit: 'leaveModal',
      on: { 'instruction.closed': [{ guard: 'mayBeAtWork', target: 'behind' }, { target: 'closed' }] },
      states: {
        reading: {
          description: 'Asks what the language model was last asked to change in these notes.',
          tags: tag.busy,
          invoke: {
            id: 'readInstruction',
            src: 'readInstruction',
            input: ofSession,
            onDone: [
              { guard: { type: 'isUnderWay', params: answer }, target: 'following', actions: keepStatus },
              {
                guard: { type: 'isDone', params: answer },
                target: 'proposed',
                actions: [keepStatus, 'refreshProposals'],
              },
              { guard: { type: 'hasFailed', params: answer }, target: 'failed', actions: keepStatus },
              { target: 'writing', actions: keepStatus },
            ],
            onError: { target: 'unread', actions: keepFailure },
          },
        },
        unread: {
          description: 'That could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'reading' },
        },
        writing: {
          description: 'The user writes what should be different.',
          tags: tag.waiting,
          exit: 'forgetFailure',
          on: { 'text.submitted': submits },
        },
        sending: {
          description: 'The server puts the instruction into its queue.',
          tags: tag.busy,
          on: { 'instruction.closed': '#instruction.behind.sending' },
          initial: 'giving',
          states: {
            giving: {
              description: 'The instruction is on its way.',
              invoke: {
                id: 'giveInstruction',
                src: 'giveInstruction',
                input: ({ context }) => ({ ...ofSession({ context }), text: context.text }),
                ...sent,
              },
            },
            following: {
              description: 'The dialog was closed and is open again before the server has answered.',
              invoke: { id: 'followGiving', src: 'followGiving', ...sent },
            },
          },
        },
        following: {
          description: 'The language model reads the notes and proposes changes. Nothing changes yet.',
          tags: tag.waiting,
          initial: 'waiting',
          exit: 'forgetFailure',
          on: { 'cancel.requested': 'cancelling' },
          states: {
            waiting,
            asking: {
              description: 'Asks how far it is.',
              invoke: {
                id: 'readInstruction',
                src: 'readInstruction',
                input: ofSession,
                onDone: [
                  { guard: { type: 'isUnderWay', params: answer }, target: 'waiting', actions: keepStatus },
                  {
                    guard: { type: 'isDone', params: answer },
                    target: '#instruction.open.proposed',
                    actions: [keepStatus, 'refreshProposals'],
                  },
                  {
                    guard: { type: 'hasFailed', params: answer },
                    target: '#instruction.open.failed',
                    actions: keepStatus,
                  },
                  {
                    target: '#instruction.open.writing',
                    actions: ['keepAsDraft', keepStatus, 'refreshProposals'],
                  },
                ],
                onError: { target: 'waiting', actions: 'countUnanswered' },
              },
            },
          },
        },
        cancelling: {
          description:
            'The server stops the language model; what it has already proposed stays among the suggestions. The instruction stays in the field, unless something else is typed there.',
          tags: tag.busy,
          invoke: {
            id: 'endInstruction',
            src: 'endInstruction',
            input: ofSession,
            onDone: { target: 'writing', actions: ['keepAsDraft', keepStatus, 'refreshProposals'] },
            onError: { target: 'following', actions: keepFailure },
          },
        },
        proposed: {
          description:
            'Says how many changes wait among the suggestions, how many did not match, and which names to fix everywhere.',
          tags: tag.done,
          on: {
            'another.requested': 'writing',
          },
        },
        failed: {
          description:
            'The language model proposed nothing; the dialog says what to do and keeps the instruction.',
          tags: tag.failed,
          on: { 'text.submitted': submits },
        },
      },
    },
    behind: {
      description:
        'The dialog is closed while the language model works, or may work. At its end, the page reads again which changes wait among the suggestions. Opened again, the dialog asks anew, of the session that it is opened for. A session that is gone is not asked about again.',
      tags: tag.waiting,
      initial: 'waiting',
      on: { 'instruction.opened': opens },
      states: {
        sending: {
          description:
            'The dialog was closed before the server had taken the instruction. Opened again for this session, it goes on waiting; for another, the page tells how this ends. A failure is told on the page; the server may have taken the instruction all the same.',
          on: {
            'instruction.opened': [
              {
                guard: { type: 'isSameSession', params: placeOf },
                target: '#instruction.open.sending.following',
              },
              { ...opens, actions: ['announceEnd', opens.actions] },
            ],
          },
          invoke: {
            id: 'followGiving',
            src: 'followGiving',
            onDone: { target: 'waiting', actions: keepStatus },
            onError: {
              target: 'waiting',
              actions: { type: 'announceFailure', params: ({ event: { error } }) => ({ error }) },
            },
          },
        },
        waiting,
        asking: {
          description: 'Asks whether the language model is at work.',
          invoke: {
            id: 'readInstruction',
            src: 'readInstruction',
            input: ofSession,
            onDone: [
              { guard: { type: 'isUnderWay', params: answer }, target: 'waiting', actions: keepStatus },
              { target: '#instruction.closed', actions: 'refreshProposals' },
            ],
            onError: [
              {
                guard: { type: 'passesByItself', params: ({ event }) => event },
                target: 'waiting',
                actions: 'countUnanswered',
              },
              { target: '#instruction.closed', actions: 'refreshProposals' },
            ],
          },
        },
      },
    },
  },
});
