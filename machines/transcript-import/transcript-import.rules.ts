import type { Invariant } from '../kit/catalogue.ts';
import { openQuestion, type TranscriptImportContext } from './transcript-import.setup.ts';

export const transcriptImportInvariants: readonly Invariant<TranscriptImportContext>[] = [
  {
    name: 'asks exactly when a question is open',
    holds: ({ isIn, context }) => isIn('asking') === (openQuestion(context) !== null),
  },
  {
    name: 'sends answers only when every question has one',
    holds: ({ started, context }) => !started.includes('sendAnswers') || openQuestion(context) === null,
  },
  {
    name: 'reads and sends only a file that the user chose',
    holds: ({ isIn, context }) =>
      (isIn('reading') || isIn('asking') || isIn('sending')) === (context.file !== null && !isIn('failed')),
  },
  {
    name: 'takes answers only to what was asked, in its order',
    holds: ({ context: { questions, answers } }) => {
      const asked = questions.slice(0, Object.keys(answers).length);
      return (
        asked.every(({ id }) => Object.hasOwn(answers, id)) && asked.length === Object.keys(answers).length
      );
    },
  },
  {
    name: 'starts each new file without answers',
    holds: ({ cause, context }) =>
      cause !== 'file.chosen' ||
      (Object.keys(context.answers).length === 0 && context.questions.length === 0),
  },
  {
    name: 'shows a transcript exactly when it is imported',
    holds: ({ actions, isIn, cause }) =>
      actions.includes('showTranscript') === (isIn('done') && (cause?.includes(': ') ?? false)),
  },
  {
    name: 'shows a reason exactly when the import failed',
    holds: ({ isIn, context }) => (context.failure !== null) === isIn('failed'),
  },
  {
    name: 'keeps nothing of a file after the user left it',
    holds: ({ isIn, context }) => !isIn('idle') || (context.file === null && context.questions.length === 0),
  },
  {
    name: 'makes one request at a time',
    holds: ({ running }) => running.length <= 1,
  },
];
