import { assign, setup } from 'xstate';
import type { IntakeAnswers, IntakeQuestion } from '#contract/intake-account.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import type { ChosenFile } from '../upload/upload.setup.ts';

export interface TranscriptImportContext {
  readonly sessionId: string;
  readonly file: ChosenFile | null;
  /** In the order in which they are asked. */
  readonly questions: readonly IntakeQuestion[];
  readonly answers: IntakeAnswers;
  readonly failure: Failure | null;
}

export type TranscriptImportEvent =
  | { type: 'file.chosen'; file: ChosenFile }
  /** `position`: of the choice, in the open question. */
  | { type: 'answer.chosen'; position: number }
  | { type: 'question.back' }
  | { type: 'import.cancelled' }
  | { type: 'import.retried' }
  | { type: 'import.forgotten' };

export type TranscriptToImport = Pick<TranscriptImportContext, 'sessionId' | 'file' | 'answers'>;

export const noFile: Omit<TranscriptImportContext, 'sessionId'> = {
  file: null,
  questions: [],
  answers: {},
  failure: null,
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Questions of a refusal; none where one cannot be asked. By hand, because machines load no schemas. */
function questionsOf(error: unknown): readonly IntakeQuestion[] {
  const questions = listOf(failureOf(error).details?.questions).map((question): IntakeQuestion | null => {
    const { id, sentence, choices, assumed } = recordOf(question);
    const read = listOf(choices).flatMap((choice) => {
      const { id: choiceId, label, lengthMs } = recordOf(choice);
      if (typeof choiceId !== 'string' || typeof label !== 'string') return [];
      return [{ id: choiceId, label, lengthMs: typeof lengthMs === 'number' ? lengthMs : null }];
    });
    if (typeof id !== 'string' || typeof sentence !== 'string' || read.length < 2) return null;
    return { id, sentence, choices: read, assumed: typeof assumed === 'string' ? assumed : null };
  });
  return questions.every((question) => question !== null) ? questions : [];
}

type Asked = Pick<TranscriptImportContext, 'questions' | 'answers'>;

/** The first question without an answer. */
export function openQuestion({ questions, answers }: Asked): IntakeQuestion | null {
  return questions.find(({ id }) => !Object.hasOwn(answers, id)) ?? null;
}

const answered = ({ questions, answers }: Asked) => questions.filter(({ id }) => Object.hasOwn(answers, id));

/** Takes the last answer back; what was only asked because of it is forgotten. */
function withoutLastAnswer(asked: Asked): Asked {
  const kept = answered(asked);
  const last = kept.at(-1);
  return {
    questions: kept,
    answers: Object.fromEntries(Object.entries(asked.answers).filter(([id]) => id !== last?.id)),
  };
}

export const transcriptImportSetup = setup({
  types: {} as {
    context: TranscriptImportContext;
    events: TranscriptImportEvent;
    input: { sessionId: string };
    tags: Tag;
  },
  actors: {
    /** Both keep nothing while a question is open. */
    readTranscript: notProvidedActor<Transcript, TranscriptToImport>('readTranscript'),
    sendAnswers: notProvidedActor<Transcript, TranscriptToImport>('sendAnswers'),
  },
  actions: {
    showTranscript: notProvidedAction<{ sessionId: string; transcript: Transcript }>('showTranscript'),
    keepFile: assign((_, { file }: { file: ChosenFile }) => ({ ...noFile, file })),
    keepQuestions: assign({
      questions: ({ context }, { error }: { error: unknown }) => [
        ...answered(context),
        ...questionsOf(error).filter(({ id }) => !Object.hasOwn(context.answers, id)),
      ],
    }),
    keepAnswer: assign({
      answers: ({ context }, { position }: { position: number }) => {
        const question = openQuestion(context);
        const choice = question?.choices[position];
        return question && choice ? { ...context.answers, [question.id]: choice.id } : context.answers;
      },
    }),
    takeAnswerBack: assign(({ context }) => withoutLastAnswer(context)),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    forgetFile: assign({ file: null, questions: [], answers: {} }),
    forgetEverything: assign(noFile),
  },
  guards: {
    asksTheUser: ({ context }, { error }: { error: unknown }) =>
      hasCode(error, 'transcriptUndecided') &&
      questionsOf(error).some(({ id }) => !Object.hasOwn(context.answers, id)),
    isRefused: (_, { error }: { error: unknown }) =>
      hasCode(
        error,
        'transcriptUnreadable',
        'transcriptEmpty',
        'transcriptTooLarge',
        'transcriptUndecided',
        'notFound',
      ),
    isLast: ({ context }) => context.questions.length - answered(context).length === 1,
    hasAnswers: ({ context }) => Object.keys(context.answers).length > 0,
  },
});
