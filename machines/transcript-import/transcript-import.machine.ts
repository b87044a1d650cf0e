import type { Transcript } from '#contract/transcripts.ts';
import { tag } from '../kit/tags.ts';
import {
  noFile,
  type TranscriptImportContext,
  type TranscriptImportEvent,
  transcriptImportSetup,
} from './transcript-import.setup.ts';

type FileChosen = Extract<TranscriptImportEvent, { type: 'file.chosen' }>;

const fileChosen = {
  target: '#transcriptImport.reading',
  actions: {
    type: 'keepFile' as const,
    params: ({ event: { file } }: { event: FileChosen }) => ({ file }),
  },
};

const toImport = ({ context: { sessionId, file, answers } }: { context: TranscriptImportContext }) => ({
  sessionId,
  file,
  answers,
});

type Failed = { event: { error: unknown } };

const errorOf = ({ event: { error } }: Failed) => ({ error });

const keepFailure = { type: 'keepFailure' as const, params: errorOf };

/** Of reading the file, and of sending it again with answers. */
const endings = {
  onDone: {
    target: 'done' as const,
    actions: {
      type: 'showTranscript' as const,
      params: ({
        context,
        event: { output: transcript },
      }: {
        context: TranscriptImportContext;
        event: { output: Transcript };
      }) => ({ sessionId: context.sessionId, transcript }),
    },
  },
  onError: [
    {
      guard: { type: 'asksTheUser' as const, params: errorOf },
      target: 'asking' as const,
      actions: { type: 'keepQuestions' as const, params: errorOf },
    },
    {
      guard: { type: 'isRefused' as const, params: errorOf },
      target: 'failed' as const,
      actions: keepFailure,
    },
    { target: 'failed.unsent' as const, actions: keepFailure },
  ],
};

export const transcriptImportMachine = transcriptImportSetup.createMachine({
  id: 'transcriptImport',
  context: ({ input: { sessionId } }) => ({ sessionId, ...noFile }),
  initial: 'idle',
  on: { 'import.forgotten': { target: '.idle', actions: 'forgetEverything' } },
  states: {
    idle: {
      description: 'No transcript is being imported into the session. Each session has an import of its own.',
      tags: tag.idle,
      on: { 'file.chosen': fileChosen },
    },
    reading: {
      description:
        'The server reads the transcript and checks it against its file. It keeps nothing if it has to ask.',
      tags: tag.busy,
      invoke: {
        id: 'readTranscript',
        src: 'readTranscript',
        input: toImport,
        ...endings,
      },
    },
    asking: {
      description:
        'Only the user knows, for example, in which unit the times are: one question at a time, before the ' +
        'price. Nothing is kept yet, so leaving the page or cancelling changes nothing.',
      tags: tag.waiting,
      on: {
        'answer.chosen': [
          {
            guard: 'isLast',
            target: 'sending',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ position: event.position }) },
          },
          { actions: { type: 'keepAnswer', params: ({ event }) => ({ position: event.position }) } },
        ],
        'question.back': { guard: 'hasAnswers', actions: 'takeAnswerBack' },
        'import.cancelled': 'cancelled',
      },
    },
    sending: {
      description: 'The file goes to the server again, with the answers. An answer can lead to a question.',
      tags: tag.busy,
      invoke: {
        id: 'sendAnswers',
        src: 'sendAnswers',
        input: toImport,
        ...endings,
      },
    },
    done: {
      description: 'The session has the transcript; its page shows what was left out, and the price.',
      tags: tag.done,
      entry: 'forgetFile',
      on: { 'file.chosen': fileChosen },
    },
    failed: {
      description: 'The transcript was not imported; the page says why.',
      tags: tag.failed,
      initial: 'refused',
      exit: 'forgetFailure',
      on: { 'file.chosen': fileChosen },
      states: {
        refused: {
          description:
            'The file cannot be used as a transcript, so another one is needed, or the session is gone.',
        },
        unsent: {
          description:
            'The file or the answers did not arrive, the server could not read them now, or the session is busy. Answers are kept.',
          on: {
            'import.retried': [
              { guard: 'hasAnswers', target: '#transcriptImport.sending' },
              {
                target: '#transcriptImport.reading',
              },
            ],
          },
        },
      },
    },
    cancelled: {
      description: 'The user did not answer. Nothing of the file was kept; the page says so.',
      tags: tag.idle,
      entry: 'forgetFile',
      on: { 'file.chosen': fileChosen },
    },
  },
});
