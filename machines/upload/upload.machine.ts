import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { completing } from './states/completing.ts';
import { failed } from './states/failed.ts';
import { transfer } from './states/transfer.ts';
import { type UploadEvent, uploadSetup } from './upload.setup.ts';

type ArrangementChosen = Extract<UploadEvent, { type: 'arrangement.chosen' }>;

const arrangementChosen = [
  {
    guard: {
      type: 'arrangementHasPrice' as const,
      params: ({ event }: { event: ArrangementChosen }) => ({ arrangement: event.arrangement }),
    },
    target: 'estimated' as const,
    actions: {
      type: 'arrange' as const,
      params: ({ event }: { event: ArrangementChosen }) => ({ arrangement: event.arrangement }),
    },
  },
  {
    target: 'inspected' as const,
    actions: {
      type: 'arrange' as const,
      params: ({ event }: { event: ArrangementChosen }) => ({ arrangement: event.arrangement }),
    },
  },
];

const rearranged = {
  guard: 'hasContents' as const,
  actions: {
    type: 'arrange' as const,
    params: ({ event }: { event: ArrangementChosen }) => ({ arrangement: event.arrangement }),
  },
};

export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    ...input,
    file: null,
    fingerprint: null,
    estimate: null,
    contents: null,
    streams: null,
    promisedSeconds: null,
    account: null,
    upload: null,
    sentBytes: 0,
    failedAttempts: 0,
    questions: 0,
    failure: null,
  }),
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Looks for an unfinished upload of this session.',
      tags: tag.busy,
      invoke: {
        id: 'findOpenUpload',
        src: 'findOpenUpload',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: [
          {
            guard: { type: 'isOpen', params: ({ event }) => ({ upload: event.output }) },
            target: 'awaitingFile',
            actions: {
              type: 'keepUpload',
              params: ({ event }) => ({ upload: present(event.output, 'open upload') }),
            },
          },
          {
            guard: { type: 'isVerifying', params: ({ event }) => ({ upload: event.output }) },
            target: 'completing',
            actions: {
              type: 'keepUpload',
              params: ({ event }) => ({ upload: present(event.output, 'open upload') }),
            },
          },
          { target: 'idle' },
        ],
        onError: { target: 'failed.unrestored', actions: keepFailure },
      },
    },
    idle: {
      description: 'Nothing is being uploaded.',
      tags: tag.idle,
      entry: ['forgetFile', 'forgetUpload', 'forgetFailure'],
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'replacement.requested': 'choosing',
      },
    },
    choosing: {
      description:
        'The user chooses a recording or transcript. What the session already has stays until the new one ' +
        'has arrived.',
      tags: tag.waiting,
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'source.kept': 'idle',
      },
    },
    awaitingFile: {
      description: 'There is an unfinished upload; it resumes once the user chooses the same file again.',
      tags: tag.waiting,
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        discard: 'discarding',
      },
    },
    inspecting: {
      description:
        'The browser inspects the file: can it be audio, how long is it, is it the same as before?',
      tags: tag.busy,
      invoke: {
        id: 'inspectFile',
        src: 'inspectFile',
        input: ({ context }) => ({ file: present(context.file, 'chosen file') }),
        onDone: [
          {
            guard: { type: 'isSameFile', params: ({ event }) => event.output },
            target: 'transfer',
            actions: { type: 'keepInspection', params: ({ event }) => event.output },
          },
          { guard: 'hasOpenUpload', target: 'awaitingFile', actions: 'noteOtherFile' },
          {
            guard: { type: 'isUnsure', params: ({ event }) => event.output },
            target: 'arranging',
            actions: { type: 'keepInspection', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'lengthIsKnown', params: ({ event }) => event.output },
            target: 'estimated',
            actions: { type: 'keepInspection', params: ({ event }) => event.output },
          },
          {
            target: 'inspected',
            actions: { type: 'keepInspection', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: 'hasOpenUpload',
            target: 'awaitingFile',
            actions: keepFailure,
          },
          {
            target: 'rejected',
            actions: keepFailure,
          },
        ],
      },
    },
    arranging: {
      description:
        'Only the user knows whether the recordings play at the same time or one after another. The prices ' +
        'of both are shown if their lengths are known.',
      tags: tag.waiting,
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'arrangement.chosen': arrangementChosen,
        discard: 'idle',
      },
    },
    incomplete: {
      description: 'The server still lacks bytes: they are sent if the page still has the file.',
      tags: tag.busy,
      always: [{ guard: 'hasFile', target: 'transfer' }, { target: 'awaitingFile' }],
    },
    rejected: {
      description:
        'The file cannot be used, or its upload has expired, was ended elsewhere or is gone with its session; the page says ' +
        'why. The user can choose another file, or the same again.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'source.kept': 'idle',
      },
    },
    inspected: {
      description: 'The file looks usable; its length, and so its price, is known after the upload.',
      tags: tag.waiting,
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'level.chosen': {
          actions: { type: 'chooseLevel', params: ({ event }) => ({ detailLevel: event.detailLevel }) },
        },
        'arrangement.chosen': rearranged,
        'upload.confirmed': 'creating',
        discard: { target: 'choosing', actions: 'forgetFile' },
      },
    },
    estimated: {
      description: 'Shows what both levels will cost before a byte is sent. Uploading is free (D1).',
      tags: tag.waiting,
      on: {
        'file.chosen': {
          target: 'inspecting',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
        'level.chosen': {
          actions: { type: 'chooseLevel', params: ({ event }) => ({ detailLevel: event.detailLevel }) },
        },
        'arrangement.chosen': rearranged,
        'upload.confirmed': 'creating',
        discard: { target: 'choosing', actions: 'forgetFile' },
      },
    },
    creating: {
      description: 'The server opens an upload.',
      tags: tag.busy,
      invoke: {
        id: 'createUpload',
        src: 'createUpload',
        input: ({ context }) => ({
          sessionId: context.sessionId,
          file: present(context.file, 'chosen file'),
          fingerprint: context.fingerprint ?? '',
          contents: context.contents,
        }),
        onDone: {
          target: 'transfer',
          actions: [
            { type: 'keepUpload', params: ({ event }) => ({ upload: event.output }) },
            { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'rejected',
            actions: keepFailure,
          },
          {
            target: 'failed.notCreated',
            actions: keepFailure,
          },
        ],
      },
    },
    transfer,
    completing,
    confirming: {
      description:
        'The recording is not quite what its file says: shorter than promised, or with tracks that cannot ' +
        'be read. The page asks before it shows a price. The session has the recording until another ' +
        'replaces it.',
      tags: tag.waiting,
      on: { 'recording.accepted': 'pricing', discard: 'idle' },
    },
    pricing: {
      description:
        'The server has the recording. The user sees its price, and starts the analysis or decides to ' +
        'analyze later.',
      tags: tag.waiting,
      invoke: {
        id: 'analysisStart',
        src: 'analysisStart',
        input: ({ context: { sessionId, detailLevel } }) => ({ sessionId, detailLevel, canWait: true }),
        onDone: [
          {
            guard: { type: 'isStarted', params: ({ event }) => event.output },
            target: 'idle',
            actions: [
              {
                type: 'openAnalysis',
                params: ({ context, event }) => ({
                  sessionId: context.sessionId,
                  analysisId: present(event.output.started, 'started analysis').id,
                }),
              },
              { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
            ],
          },
          {
            guard: { type: 'opensExisting', params: ({ event }) => event.output },
            target: 'idle',
            actions: {
              type: 'showResult',
              params: ({ context, event }) => ({
                sessionId: context.sessionId,
                analysisId: present(event.output.existingId, 'existing analysis'),
              }),
            },
          },
          { target: 'idle' },
        ],
      },
    },
    discarding: {
      description:
        'Discards the upload and deletes its bytes. If it has ended meanwhile, a recording that was accepted stays, and the ' +
        'page shows it.',
      tags: tag.busy,
      invoke: {
        id: 'cancelUpload',
        src: 'cancelUpload',
        input: ({ context }) => ({ uploadId: context.upload?.id ?? '' }),
        onDone: {
          target: 'idle',
          actions: {
            type: 'announceChange',
            params: ({ context }) => ({ sessionId: context.sessionId }),
          },
        },
        onError: [
          {
            guard: { type: 'hasEnded', params: ({ event }) => event },
            target: 'idle',
            actions: {
              type: 'announceChange',
              params: ({ context }) => ({ sessionId: context.sessionId }),
            },
          },
          {
            target: 'failed.notDiscarded',
            actions: keepFailure,
          },
        ],
      },
    },
    failed,
  },
});
