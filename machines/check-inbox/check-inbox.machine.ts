import type { CheckSheet } from '#contract/check-questions.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { checkInboxSetup, nothingChecked, questionAt } from './check-inbox.setup.ts';

type Read = { event: { output: CheckSheet } };
const ofOutput = ({ event }: Read) => ({ sheet: event.output });

const keepSheet = { type: 'keepSheet', params: ofOutput } as const;
const keepAnswered = { type: 'keepAnswered', params: ofOutput } as const;
const isNothingOpen = { type: 'isNothingOpen', params: ofOutput } as const;

export const checkInboxMachine = checkInboxSetup.createMachine({
  id: 'checkInbox',
  context: nothingChecked,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The inbox is closed; the page keeps no question.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'inbox.opened': {
          target: 'open',
          actions: {
            type: 'keepPlace',
            params: ({ event: { campaignId, sessionId } }) => ({ campaignId, sessionId }),
          },
        },
      },
    },
    open: {
      description:
        'The inbox covers the page. A change goes on when it is closed: at its end the page reads its texts again, and tells a failure.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'inbox.closed': 'closed' },
      states: {
        loading: {
          description: 'Reads the open questions of all sessions of the campaign.',
          tags: tag.busy,
          invoke: {
            id: 'readQuestions',
            src: 'readQuestions',
            input: ({ context: { campaignId, sessionId } }) => ({ campaignId, sessionId }),
            onDone: [
              { guard: 'isOutdated', target: 'shown.outdated', actions: keepSheet },
              { guard: isNothingOpen, target: 'shown.finished', actions: keepSheet },
              { target: 'shown', actions: keepSheet },
            ],
            onError: { target: 'unread', actions: [keepFailure, 'forgetOutdated'] },
          },
        },
        unread: {
          description: 'The questions could not be read; the inbox says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
        shown: {
          description:
            'Shows one question with the transcript’s words and its possible answers, or that none is open.',
          initial: 'asking',
          on: {
            'next.requested': { guard: 'hasNext', target: '.asking', actions: 'askNext' },
            'previous.requested': { guard: 'hasPrevious', target: '.asking', actions: 'askPrevious' },
            'answer.given': {
              guard: { type: 'isPossible', params: ({ event }) => event },
              target: 'answering',
              actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.answer }) },
            },
            'undo.requested': {
              guard: { type: 'isAnswered', params: ({ event }) => event },
              target: 'undoing',
              actions: { type: 'keepUndo', params: ({ event }) => ({ answerId: event.answerId }) },
            },
          },
          states: {
            asking: { description: 'The game master reads, listens and decides.', tags: tag.waiting },
            answered: {
              description: 'The answer is saved everywhere it matters. The next question is shown.',
              tags: tag.done,
            },
            finished: {
              description: 'No question is open. The user can still undo earlier answers.',
              tags: tag.done,
            },
            undone: {
              description:
                'The answer is undone with everything it changed, except what was changed since. Its ' +
                'question is open again.',
              tags: tag.done,
              exit: 'forgetPartly',
            },
            outdated: {
              description:
                'The question was answered or changed somewhere else; the current questions are shown.',
              tags: tag.failed,
              entry: 'forgetOutdated',
            },
            failed: {
              description: 'The server rejected the last action or did not answer; the inbox says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        answering: {
          description:
            'The server applies the answer, unless the question was answered elsewhere in the meantime.',
          tags: tag.busy,
          exit: 'refreshTexts',
          invoke: {
            id: 'answerQuestion',
            src: 'answerQuestion',
            input: ({ context }) => ({
              campaignId: context.campaignId,
              sessionId: context.sessionId,
              question: questionAt(context),
              answer: context.answer,
            }),
            onDone: [
              { guard: isNothingOpen, target: 'shown.finished', actions: keepAnswered },
              { target: 'shown.answered', actions: keepAnswered },
            ],
            onError: [
              {
                guard: { type: 'cameTooLate', params: ({ event }) => event },
                target: 'loading',
                actions: 'markOutdated',
              },
              { target: 'shown.failed', actions: keepFailure },
            ],
          },
        },
        undoing: {
          description: 'The server restores what the answer changed, except what was changed since.',
          tags: tag.busy,
          exit: 'refreshTexts',
          invoke: {
            id: 'undoAnswer',
            src: 'undoAnswer',
            input: ({ context: { campaignId, sessionId, answerId } }) => ({
              campaignId,
              sessionId,
              answerId,
            }),
            onDone: {
              target: 'shown.undone',
              actions: { type: 'keepUndone', params: ({ event }) => ({ sheet: event.output }) },
            },
            onError: { target: 'shown.failed', actions: keepFailure },
          },
        },
      },
    },
  },
});
