import { type Invariant, outdatedIsReread, remembering, rereadAfter } from '../kit/catalogue.ts';
import { type CheckInboxContext, questionAt } from './check-inbox.setup.ts';

export const checkInboxInvariants: readonly Invariant<CheckInboxContext>[] = [
  {
    name: 'nothing is answered or undone unless the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('answerQuestion') || cause === 'answer.given') &&
      (!started.includes('undoAnswer') || cause === 'undo.requested'),
  },
  {
    name: 'only an open question is answered, with an answer that it has',
    holds: ({ started, context }) =>
      !started.includes('answerQuestion') ||
      (context.answer !== null && questionAt(context)?.answers.includes(context.answer) === true),
  },
  {
    name: 'only an answer that was given is undone',
    holds: ({ started, context: { answerId, sheet } }) =>
      !started.includes('undoAnswer') || sheet?.answered.some(({ id }) => id === answerId) === true,
  },
  {
    name: 'one question is asked wherever one is open, and none is past the last',
    holds: ({ context: { sheet, at } }) => at >= 0 && (sheet === null || at < Math.max(1, sheet.open.length)),
  },
  {
    name: 'an answer is kept exactly while it is sent, and an undo while it runs',
    holds: ({ isIn, context: { answer, answerId } }) =>
      (answer !== null) === isIn('open.answering') && (answerId !== null) === isIn('open.undoing'),
  },
  rereadAfter<CheckInboxContext>({
    name: 'texts are read again after every answer and every undo, whatever came of it',
    states: ['open.answering', 'open.undoing'],
    action: 'refreshTexts',
  }),
  outdatedIsReread<CheckInboxContext>(
    'questions that changed elsewhere are read again before anything else, and the inbox says so',
  ),
  {
    name: 'that nothing is left is said only where nothing is open',
    holds: ({ isIn, context: { sheet } }) => !isIn('open.shown.finished') || sheet?.open.length === 0,
  },
  {
    name: 'that an undo left something is said only after that undo',
    holds: ({ isIn, context: { isPartly } }) => !isPartly || isIn('open.shown.undone'),
  },
  {
    name: 'a reason is shown exactly where something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.shown.failed')),
  },
  {
    name: 'the questions are known wherever they are shown, answered or undone',
    holds: ({ isIn, context }) =>
      context.sheet !== null || !(isIn('open.shown') || isIn('open.answering') || isIn('open.undoing')),
  },
  {
    name: 'nothing of the inbox is kept once it is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || (context.sheet === null && context.campaignId === null && context.answer === null),
  },
  remembering<CheckInboxContext, { wasOpen: boolean; isRight: boolean }>({
    name: 'the modal is put away exactly when the inbox closes',
    requirement: 'R2.34',
    start: { wasOpen: false, isRight: true },
    after: ({ wasOpen }, { isIn, actions }) => ({
      wasOpen: isIn('open'),
      isRight: actions.includes('leaveModal') === (wasOpen && !isIn('open')),
    }),
    holds: (_, { isRight }) => isRight,
  }),
];
