import type { CheckSheet } from '#contract/check-questions.ts';
import { tag } from '../kit/tags.ts';
import { checkInboxSetup, nothingChecked, questionAt } from './check-inbox.setup.ts';

const keepFailure = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

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
      description: 'The inbox is away; nothing of it is kept.',
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
      description: 'The inbox covers the page.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'inbox.closed': 'closed' },
      states: {
        loading: {
          description: 'The server is asked what is open in all sessions of the campaign.',
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
          description: 'The questions could not be read; the inbox says why and offers another try.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
        shown: {
          description: 'One question is asked, with the words of the transcript and its possible answers.',
          initial: 'asking',
          on: {
            'next.requested': { guard: 'hasNext', target: '.asking', actions: 'askNext' },
            'previous.requested': { guard: 'hasPrevious', target: '.asking', actions: 'askPrevious' },
            'answer.given': {
              guard: { type: 'isPossible', params: ({ event }) => ({ answer: event.answer }) },
              target: 'answering',
              actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.answer }) },
            },
            'undo.requested': {
              guard: { type: 'isAnswered', params: ({ event }) => ({ answerId: event.answerId }) },
              target: 'undoing',
              actions: { type: 'keepUndo', params: ({ event }) => ({ answerId: event.answerId }) },
            },
          },
          states: {
            asking: { description: 'The game master reads, listens and decides.', tags: tag.waiting },
            answered: {
              description: 'The answer is saved wherever it matters. The next question is asked.',
              tags: tag.done,
            },
            finished: {
              description: 'No question is open. Past answers can still be undone.',
              tags: tag.done,
            },
            undone: {
              description:
                'An answer is undone with everything it changed, except what has been changed since. Its question is asked again.',
              tags: tag.done,
              exit: 'forgetPartly',
            },
            outdated: {
              description: 'The question was answered or changed somewhere else; this is what is open now.',
              tags: tag.failed,
              entry: 'forgetOutdated',
            },
            failed: {
              description: 'Nothing was changed; the inbox says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        answering: {
          description:
            'The server carries out the answer, unless the question has been answered elsewhere in the meantime.',
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
                guard: { type: 'cameTooLate', params: ({ event }) => ({ error: event.error }) },
                target: 'loading',
                actions: 'markOutdated',
              },
              { target: 'shown.failed', actions: keepFailure },
            ],
          },
        },
        undoing: {
          description: 'The server puts back all that the answer changed.',
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
