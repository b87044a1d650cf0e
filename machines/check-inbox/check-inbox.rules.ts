import { dismissedWithDialog, type Invariant, outdatedIsReread, rereadAfter } from '../kit/catalogue.ts';
import { type CheckInboxContext, questionAt } from './check-inbox.setup.ts';

export const checkInboxInvariants: readonly Invariant<CheckInboxContext>[] = [
  {
    name: 'answers and undoes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('answerQuestion') || cause === 'answer.given') &&
      (!started.includes('undoAnswer') || cause === 'undo.requested'),
  },
  {
    name: 'answers only an open question, with one of its answers',
    holds: ({ started, context }) =>
      !started.includes('answerQuestion') ||
      (context.answer !== null && questionAt(context)?.answers.includes(context.answer) === true),
  },
  {
    name: 'undoes only an answer that was given',
    holds: ({ started, context: { answerId, sheet } }) =>
      !started.includes('undoAnswer') || sheet?.answered.some(({ id }) => id === answerId) === true,
  },
  {
    name: 'shows one question while any is open, and never one past the last',
    holds: ({ context: { sheet, at } }) => at >= 0 && (sheet === null || at < Math.max(1, sheet.open.length)),
  },
  {
    name: 'keeps an answer exactly while it is sent, and an undo while it runs',
    holds: ({ isIn, context: { answer, answerId } }) =>
      (answer !== null) === isIn('open.answering') && (answerId !== null) === isIn('open.undoing'),
  },
  rereadAfter<CheckInboxContext>({
    name: 'reloads texts after every answer and every undo, whether it succeeded or not',
    states: ['open.answering', 'open.undoing'],
    action: 'refreshTexts',
  }),
  outdatedIsReread<CheckInboxContext>('reloads questions that changed elsewhere first, and says so'),
  {
    name: 'says that nothing is left only when no question is open',
    holds: ({ isIn, context: { sheet } }) => !isIn('open.shown.finished') || sheet?.open.length === 0,
  },
  {
    name: 'says that an undo left something only after that undo',
    holds: ({ isIn, context: { isPartly } }) => !isPartly || isIn('open.shown.undone'),
  },
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unread') || isIn('open.shown.failed')),
  },
  {
    name: 'has the questions wherever they are shown, answered or undone',
    holds: ({ isIn, context }) =>
      context.sheet !== null || !(isIn('open.shown') || isIn('open.answering') || isIn('open.undoing')),
  },
  {
    name: 'keeps no data once the inbox is closed',
    holds: ({ isIn, context }) =>
      !isIn('closed') || (context.sheet === null && context.campaignId === null && context.answer === null),
  },
  dismissedWithDialog<CheckInboxContext>(),
];
