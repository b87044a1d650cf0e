import { assign, setup } from 'xstate';
import type { CheckAnswer, CheckQuestion, CheckSheet, UndoneSheet } from '#contract/check-questions.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** Whose questions are shown, and those of which session come first. */
export interface CheckPlace {
  readonly campaignId: string | null;
  readonly sessionId: string | null;
}

export interface CheckInboxContext extends CheckPlace {
  /** Null until the server has answered. */
  readonly sheet: CheckSheet | null;
  /** Which of the open questions is asked. */
  readonly at: number;
  /** The answer that is sent. */
  readonly answer: CheckAnswer | null;
  /** The answer that is undone. */
  readonly answerId: string | null;
  /** Parts of what was undone stay, because they were changed since. */
  readonly isPartly: boolean;
  /** The question was answered or changed elsewhere meanwhile. */
  readonly isOutdated: boolean;
  readonly failure: Failure | null;
}

export type CheckInboxEvent =
  | ({ type: 'inbox.opened'; campaignId: string } & Pick<CheckPlace, 'sessionId'>)
  | { type: 'inbox.closed' }
  | { type: 'retry' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'answer.given'; answer: CheckAnswer }
  | { type: 'undo.requested'; answerId: string }
  /** The user has gone. */
  | { type: 'user.left' };

export interface AnswerInput extends CheckPlace {
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

/** The question that is asked; null if none is open. */
export const questionAt = ({ sheet, at }: CheckInboxContext): CheckQuestion | null => sheet?.open[at] ?? null;

/** The place of a question in a list; the first if it is not there. */
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
    /** The modal is put away. */
    leaveModal: notProvidedAction('leaveModal'),
    /** Transcripts, notes, results and the glossary are read again wherever they are shown. */
    refreshTexts: notProvidedAction('refreshTexts'),
    keepPlace: assign((_, place: CheckPlace) => ({ ...nothingChecked, ...place })),
    /** The same question is asked as before, if it is still open. */
    keepSheet: assign(({ context }, { sheet }: { sheet: CheckSheet }) => ({
      sheet,
      at: placeOf(sheet, questionAt(context)?.id),
      answer: null,
      answerId: null,
    })),
    /** The question behind the answered one has its place now; after the last, the first is asked. */
    keepAnswered: assign(({ context }, { sheet }: { sheet: CheckSheet }) => ({
      sheet,
      at: context.at < sheet.open.length ? context.at : 0,
      answer: null,
    })),
    /** What is open again is asked. */
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
