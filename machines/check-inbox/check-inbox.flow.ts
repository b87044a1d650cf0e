import type { AnsweredQuestion, CheckQuestion, CheckSheet } from '#contract/check-questions.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { checkInboxMachine } from './check-inbox.machine.ts';
import { checkInboxInvariants } from './check-inbox.rules.ts';

const campaignId = '01900000-0000-7000-8000-000000000002';
const session = { id: '01900000-0000-7000-8000-000000000003', title: 'Session 3' };
const earlier = { id: '01900000-0000-7000-8000-00000000f010', title: 'Session 2' };

const liam: CheckQuestion = {
  id: '1'.repeat(32),
  version: 0,
  kind: 'cast',
  text: 'Does Liam play Pike?',
  about: ['Liam', 'Pike'],
  answers: ['yes', 'no'],
  session,
  canBeHeard: false,
  lines: [
    {
      id: 's12',
      speaker: 'Liam',
      text: 'I keep one hand on my sword all the way.',
      time: { startMs: 754_000, endMs: 758_000 },
    },
  ],
};
const emon: CheckQuestion = {
  id: '2'.repeat(32),
  version: 0,
  kind: 'name',
  text: 'Is “Eemon” the same as “Emon”?',
  about: ['Eemon', 'Emon'],
  answers: ['first', 'second', 'different'],
  session: earlier,
  canBeHeard: false,
  lines: [],
};
const yes: AnsweredQuestion = {
  id: '01900000-0000-7000-8000-00000000f011',
  questionId: liam.id,
  kind: 'cast',
  text: liam.text,
  about: liam.about,
  session,
  answer: 'yes',
  answeredAt: '2026-03-01T20:00:00.000Z',
};
const kept: AnsweredQuestion = {
  id: '01900000-0000-7000-8000-00000000f012',
  questionId: '3'.repeat(32),
  kind: 'fact',
  text: 'Did this happen? The guard took a bribe.',
  about: ['The guard took a bribe.'],
  session: earlier,
  answer: 'keep',
  answeredAt: '2026-02-01T20:00:00.000Z',
};
const open: CheckSheet = { open: [liam, emon], openCount: 2, answered: [kept] };
const bribe: CheckQuestion = {
  ...emon,
  id: kept.questionId,
  version: 1,
  kind: 'fact',
  text: kept.text,
  about: kept.about,
  answers: ['keep', 'leaveOut'],
};
export const checkInboxFlow = defineFlow({
  name: 'check-inbox',
  title: 'Please check',
  group: 'Sessions and notes',
  paragraph:
    'Each thing that the analysis was unsure of is a question: who plays whom, whether two names mean ' +
    'the same, what kind of thing a name is, whether something happened. All sessions of a campaign ' +
    'share one inbox. An answer changes cast, glossary, transcripts and notes, and can be undone like ' +
    'any edit.',
  requirements: ['R2.34'],
  story: ['closed', 'open.loading', 'open.shown.asking', 'open.answering', 'open.shown.answered'],
  synonyms: {
    question: ['please check', 'unsure', 'review'],
  },
  machine: checkInboxMachine,
  events: {
    'inbox.opened': [
      {
        name: 'the user opens the questions',
        event: { type: 'inbox.opened', campaignId, sessionId: session.id },
      },
    ],
    'inbox.closed': 'the user closes the inbox',
    retry: 'the user tries again',
    'next.requested': 'the user leaves a question for later',
    'previous.requested': 'the user goes back to the previous question',
    'answer.given': [
      { name: 'the user says yes', event: { type: 'answer.given', answer: 'yes' } },
      {
        name: 'the user says that the two names are different',
        event: { type: 'answer.given', answer: 'different' },
      },
    ],
    'undo.requested': [
      {
        name: 'the user undoes an earlier answer',
        event: { type: 'undo.requested', answerId: kept.id },
      },
    ],
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readQuestions: [
      done('two questions are open', open),
      done('no question is open', { open: [], openCount: 0, answered: [kept] }),
      unreachable,
    ],
    answerQuestion: [
      done('it is saved, and another question is open', {
        open: [emon],
        openCount: 1,
        answered: [yes, kept],
      }),
      done('it is saved, and it was the last one', { open: [], openCount: 0, answered: [yes, kept] }),
      fails(
        'the question was answered elsewhere',
        'questionChanged',
        'This question was answered or changed somewhere else. Your answer was not saved.',
      ),
      unreachable,
    ],
    undoAnswer: [
      done('everything is restored', { open: [emon, bribe], openCount: 2, answered: [], isPartly: false }),
      done('later changes stay', { open: [emon, bribe], openCount: 2, answered: [], isPartly: true }),
      unreachable,
    ],
  },
  alike: {
    readQuestions: { 'the server cannot be reached': ['notFound'] },
    answerQuestion: {
      'the server cannot be reached': [
        'notFound',
        'analysisRunning',
        'correctionUnfit',
        'glossaryFull',
        'castFull',
      ],
    },
    undoAnswer: { 'the server cannot be reached': ['notFound', 'analysisRunning'] },
  },
  guards: {
    isPossible: 'The current question has this answer.',
    isAnswered: 'The answer can be undone.',
    hasNext: 'There is a question after this one.',
    hasPrevious: 'There is a question before this one.',
    isOutdated: 'The question was answered or changed somewhere else.',
    isNothingOpen: 'No question is open anymore.',
    cameTooLate: 'The server says that the question was answered or changed somewhere else.',
  },
  invariants: checkInboxInvariants,
});
