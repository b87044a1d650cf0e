import { assign, setup } from 'xstate';
import type { CheckAnswer, CheckQuestion, CheckSheet, UndoneSheet } from '#contract/check-questions.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

interface CheckPlace {
  readonly campaignId: string | null;
  readonly sessionId: string | null;
}

export interface CheckInboxContext extends CheckPlace {
  readonly sheet: CheckSheet | null;
  readonly at: number;
  readonly answer: CheckAnswer | null;
  readonly answerId: string | null;
  readonly isPartly: boolean;
  readonly isOutdated: boolean;
  readonly failure: Failure | null;
}

type CheckInboxEvent =
  | ({ type: 'inbox.opened'; campaignId: string } & Pick<CheckPlace, 'sessionId'>)
  | { type: 'inbox.closed' }
  | { type: 'retry' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'answer.given'; answer: CheckAnswer }
  | { type: 'undo.requested'; answerId: string }
  | { type: 'user.left' };

interface AnswerInput extends CheckPlace {
  readonly question: CheckQuestion | null;
  readonly answer: CheckAnswer | null;
}

export interface UndoInput extends CheckPlace {
  readonly answerId: string | null;
}

export const nothingChecked: CheckInboxContext = {
  campaignId: null,
  sessionId: null,
  sheet: null,
  at: 0,
  answer: null,
  answerId: null,
  isPartly: false,
  isOutdated: false,
  failure: null,
};

export const questionAt = ({ sheet, at }: CheckInboxContext): CheckQuestion | null => sheet?.open[at] ?? null;

function placeOf(sheet: CheckSheet, questionId: string | undefined): number {
  return Math.max(
    0,
    sheet.open.findIndex(({ id }) => id === questionId),
  );
}

export const checkInboxSetup = setup({
  types: {} as { context: CheckInboxContext; events: CheckInboxEvent; tags: Tag },
  actors: {
    readQuestions: notProvidedActor<CheckSheet, CheckPlace>('readQuestions'),
    answerQuestion: notProvidedActor<CheckSheet, AnswerInput>('answerQuestion'),
    undoAnswer: notProvidedActor<UndoneSheet, UndoInput>('undoAnswer'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshTexts: notProvidedAction('refreshTexts'),
    keepPlace: assign((_, place: CheckPlace) => ({ ...nothingChecked, ...place })),
    keepSheet: assign(({ context }, { sheet }: { sheet: CheckSheet }) => ({
      sheet,
      at: placeOf(sheet, questionAt(context)?.id),
      answer: null,
      answerId: null,
    })),
    keepAnswered: assign(({ context }, { sheet }: { sheet: CheckSheet }) => ({
      sheet,
      at: context.at < sheet.open.length ? context.at : 0,
      answer: null,
    })),
    keepUndone: assign(({ context }, { sheet }: { sheet: UndoneSheet }) => {
      const undone = context.sheet?.answered.find(({ id }) => id === context.answerId);
      return {
        sheet,
        at: placeOf(sheet, undone?.questionId),
        answerId: null,
        isPartly: sheet.isPartly,
      };
    }),
    keepAnswer: assign({ answer: (_, { answer }: { answer: CheckAnswer }) => answer }),
    keepUndo: assign({ answerId: (_, { answerId }: { answerId: string }) => answerId }),
    askNext: assign({ at: ({ context }) => context.at + 1 }),
    askPrevious: assign({ at: ({ context }) => context.at - 1 }),
    markOutdated: assign({ isOutdated: true, answer: null }),
    forgetOutdated: assign({ isOutdated: false }),
    forgetPartly: assign({ isPartly: false }),
    forgetAll: assign(nothingChecked),
    keepFailure: assign((_, params: { error: unknown }) => ({
      failure: failureOf(params.error),
      answer: null,
      answerId: null,
    })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isPossible: ({ context }, { answer }: { answer: CheckAnswer }) =>
      questionAt(context)?.answers.includes(answer) === true,
    isAnswered: ({ context }, { answerId }: { answerId: string }) =>
      context.sheet?.answered.some(({ id }) => id === answerId) === true,
    hasNext: ({ context }) => context.at + 1 < (context.sheet?.open.length ?? 0),
    hasPrevious: ({ context }) => context.at > 0,
    isOutdated: ({ context }) => context.isOutdated,
    isNothingOpen: (_, { sheet }: { sheet: CheckSheet }) => sheet.open.length === 0,
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'questionChanged'),
  },
});
