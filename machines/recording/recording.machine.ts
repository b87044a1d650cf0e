import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import {
  nothingRecorded,
  type RecordingContext,
  type RecordingNotes,
  type RecordingPlace,
  recordingSetup,
} from './recording.setup.ts';

const placeOf = ({ event: { place } }: { event: { place: RecordingPlace } }) => ({ place });

const opens = { target: 'looking', actions: { type: 'keepPlace', params: placeOf } } as const;

const opensOther = { guard: { type: 'isOtherSession', params: placeOf }, ...opens } as const;

const whatWasKept = [
  { guard: 'hasRecording', target: '#recording.kept' },
  { target: '#recording.ready', actions: 'forgetRecording' },
] as const;

const cutOff = [
  { guard: 'hasRecording', target: '#recording.kept', actions: keepFailure },
  { target: '#recording.ready', actions: ['forgetRecording', keepFailure] },
] as const;

const changesOfMarks = {
  'mark.worded': {
    type: 'wordMark',
    params: ({ event: { atMs, word } }: { event: { atMs: number; word: string } }) => ({ atMs, word }),
  },
  'mark.removed': {
    type: 'removeMark',
    params: ({ event: { atMs } }: { event: { atMs: number } }) => ({ atMs }),
  },
  'mark.restored': { type: 'restoreMark' },
} as const;

const notesOf = ({ context: { marks, introductions } }: { context: RecordingNotes }) => ({
  marks,
  introductions,
});

const writeNotes = { type: 'writeNotes', params: notesOf } as const;

/** The recorder writes them with the sound; if it cannot, the recording ends. */
const marksWhileRecording = {
  'mark.worded': { actions: [changesOfMarks['mark.worded'], writeNotes] },
  'mark.removed': { actions: [changesOfMarks['mark.removed'], writeNotes] },
  'mark.restored': { guard: 'wasRemoved', actions: [changesOfMarks['mark.restored'], writeNotes] },
} as const;

const recordOnly = { target: 'capturing' } as const;

const withNames = {
  target: 'capturing',
  actions: {
    type: 'keepPeople',
    params: ({ event: { people } }: { event: Pick<RecordingContext, 'people'> }) => ({ people }),
  },
} as const;

const ofSession = ({ context: { place } }: { context: { place: RecordingPlace | null } }) => ({
  sessionId: place?.sessionId ?? '',
});

const discarded =
  (isDiscarded: boolean) =>
  ({ context }: { context: { place: RecordingPlace | null } }) => ({
    ...ofSession({ context }),
    isDiscarded,
  });

export const recordingMachine = recordingSetup.createMachine({
  id: 'recording',
  context: nothingRecorded,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'No session is selected for recording.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: { 'recording.opened': opens },
    },
    looking: {
      description: 'Looks in this browser for a recording of the session that was not uploaded.',
      tags: tag.busy,
      invoke: {
        id: 'findKept',
        src: 'findKept',
        input: ofSession,
        onDone: [
          {
            guard: { type: 'isOnServer', params: ({ event }) => ({ found: event.output }) },
            target: 'sendingNotes',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
          {
            guard: { type: 'isDiscarded', params: ({ event }) => ({ found: event.output }) },
            target: 'discarded',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
          {
            guard: { type: 'isThere', params: ({ event }) => ({ found: event.output }) },
            target: 'kept',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
          { target: 'ready' },
        ],
        onError: { target: 'unreadable', actions: keepFailure },
      },
    },
    unreadable: {
      description:
        'It is not known whether there is a recording: the browser stores nothing, or the server could not be asked. ' +
        'The page says why, and the user can try again.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { retry: 'looking', 'recording.opened': opensOther },
    },
    ready: {
      description:
        'This browser has no recording of the session. If the microphone could not be opened, the page says why.',
      tags: tag.idle,
      exit: 'forgetFailure',
      on: { record: recordOnly, introduce: withNames, 'recording.opened': opensOther },
    },
    capturing: {
      description:
        'From asking for the microphone to storing the last seconds, whatever page the user is on.',
      initial: 'asking',
      exit: 'forgetPeople',
      invoke: {
        id: 'capture',
        src: 'capture',
        input: ({ context: { place } }) => ({ place }),
        onError: cutOff,
      },
      on: {
        'piece.kept': {
          actions: { type: 'keepRecording', params: ({ event }) => ({ kept: event.kept }) },
        },
        'capture.failed': cutOff,
      },
      states: {
        asking: {
          description: 'The browser asks the user for the microphone.',
          tags: tag.busy,
          on: {
            'sound.begun': [{ guard: 'isSomebodyLeft', target: 'introducing' }, { target: 'recording' }],
            stop: [{ guard: 'hasRecording', target: '#recording.kept' }, { target: '#recording.ready' }],
          },
        },
        introducing: {
          description:
            'Records, and asks the people at the table to say their names in turn, so that their voices ' +
            'are known on this recording. If for a while no one speaks or is skipped, it records on without.',
          initial: 'called',
          exit: 'judgeAgain',
          on: {
            skip: [
              { guard: 'isLast', target: 'recording' },
              { target: '.called', actions: 'nextPerson' },
            ],
            skipAll: 'recording',
            pause: { target: 'paused', actions: 'pauseCapture' },
            stop: { target: 'finishing', actions: 'endCapture' },
          },
          states: {
            called: {
              description: 'Names the next person, and waits until they press and speak.',
              tags: tag.waiting,
              on: {
                speak: {
                  target: 'speaking',
                  actions: { type: 'keepSpokenFrom', params: ({ event: { atMs } }) => ({ atMs }) },
                },
                back: { guard: 'hasPrevious', actions: 'previousPerson' },
              },
              after: { longestIntroductions: '#recording.capturing.recording' },
            },
            speaking: {
              description: 'Listens to this person for five seconds. Then it is the next one’s turn.',
              on: { back: 'called' },
              after: {
                introductionTime: [
                  {
                    guard: 'isLast',
                    target: '#recording.capturing.recording',
                    actions: ['keepIntroduction', writeNotes],
                  },
                  { target: 'called', actions: ['keepIntroduction', writeNotes, 'nextPerson'] },
                ],
              },
            },
          },
        },
        recording: {
          description:
            'Records sound and stores it every few seconds, so a crash loses no more than that. It ends by itself once the ' +
            'recording, with what was recorded before a pause or a reload, is a minute short of 12 hours: unless the operator ' +
            'allows it, longer ones are refused.',
          initial: 'heard',
          entry: 'forgetPeople',
          on: {
            ...marksWhileRecording,
            mark: {
              actions: [{ type: 'addMark', params: ({ event: { atMs } }) => ({ atMs }) }, writeNotes],
            },
            pause: { target: 'paused', actions: 'pauseCapture' },
            stop: { target: 'finishing', actions: 'endCapture' },
          },
          after: { longestRecording: { target: 'finishing', actions: ['noteLongest', 'endCapture'] } },
          states: {
            heard: {
              description: 'No warning is shown: people are heard, or were a moment ago.',
              initial: 'good',
              states: {
                good: {
                  description: 'They can be heard.',
                  on: { 'sound.silent': 'pausing', 'sound.quiet': 'fading' },
                },
                pausing: {
                  description: 'Nothing is heard: perhaps everybody is silent.',
                  on: { 'sound.quiet': 'fading', 'sound.good': 'good' },
                  after: { longestSilence: '#recording.capturing.recording.silent' },
                },
                fading: {
                  description: 'Only faint sound is heard: perhaps somebody far away speaks.',
                  on: { 'sound.good': 'good' },
                  after: { longestQuiet: '#recording.capturing.recording.quiet' },
                },
              },
              on: { 'sound.clipping': 'clipping' },
            },
            silent: {
              description:
                'The microphone has picked up nothing for a while. The page warns that it may be muted.',
              on: {
                'sound.quiet': 'heard.fading',
                'sound.good': 'heard',
                'sound.clipping': 'clipping',
              },
            },
            quiet: {
              description:
                'Only faint sound has been heard for a while. The page warns that it is too quiet.',
              initial: 'faint',
              states: {
                faint: {
                  description: 'No one can be heard clearly yet.',
                  on: { 'sound.good': 'better' },
                },
                better: {
                  description: 'Somebody can be heard. The warning stays a little, so it does not flicker.',
                  on: { 'sound.quiet': 'faint', 'sound.silent': 'faint' },
                  after: { steadyTime: '#recording.capturing.recording.heard' },
                },
              },
              on: { 'sound.clipping': 'clipping' },
            },
            clipping: {
              description: 'The sound is too loud for the microphone. The page warns that it is distorted.',
              initial: 'loud',
              exit: 'judgeAgain',
              states: {
                loud: {
                  description: 'It is too loud now.',
                  on: { 'sound.good': 'better', 'sound.quiet': 'better', 'sound.silent': 'better' },
                },
                better: {
                  description:
                    'It is no longer too loud. The warning stays a little, so it does not flicker.',
                  on: { 'sound.clipping': 'loud' },
                  after: { steadyTime: '#recording.capturing.recording.heard' },
                },
              },
            },
          },
        },
        paused: {
          description: 'The recording is paused: nothing is recorded.',
          tags: tag.waiting,
          on: {
            ...marksWhileRecording,
            resume: [
              { guard: 'isSomebodyLeft', target: 'introducing', actions: 'resumeCapture' },
              { target: 'recording', actions: 'resumeCapture' },
            ],
            stop: { target: 'finishing', actions: 'endCapture' },
          },
        },
        finishing: {
          description: 'Stores the last seconds.',
          tags: tag.busy,
          on: { 'capture.ended': whatWasKept },
        },
      },
    },
    kept: {
      description:
        'This browser has a recording. The user listens to it, downloads it, uses it, continues it or ' +
        'discards it, and says what the marks are. If the microphone or the storage failed, or the recording ended by itself, ' +
        'the page says why.',
      initial: 'offered',
      exit: ['forgetFailure', 'forgetSound', 'releaseSound'],
      states: {
        offered: { description: 'Nothing is being done with the recording.', tags: tag.waiting },
        noting: {
          description: 'Stores the changed marks in this browser.',
          tags: tag.busy,
          invoke: {
            id: 'keepNotes',
            src: 'keepNotes',
            input: ({ context }) => ({
              sessionId: context.place?.sessionId ?? '',
              notes: notesOf({ context }),
            }),
            onDone: 'offered',
            onError: { target: 'offered', actions: keepFailure },
          },
        },
        opening: {
          description: 'Prepares the recording for listening.',
          tags: tag.busy,
          invoke: {
            id: 'makeSound',
            src: 'makeSound',
            input: ofSession,
            onDone: {
              target: 'offered',
              actions: { type: 'keepSound', params: ({ event }) => ({ url: event.output }) },
            },
            onError: { target: 'offered', actions: keepFailure },
          },
        },
        saving: {
          description: 'Prepares the recording as a file and saves it on the device.',
          tags: tag.busy,
          invoke: {
            id: 'saveSound',
            src: 'saveSound',
            input: ofSession,
            onDone: 'offered',
            onError: { target: 'offered', actions: keepFailure },
          },
        },
      },
      on: {
        'mark.worded': { target: '.noting', actions: changesOfMarks['mark.worded'] },
        'mark.removed': { target: '.noting', actions: changesOfMarks['mark.removed'] },
        'mark.restored': {
          guard: 'wasRemoved',
          target: '.noting',
          actions: changesOfMarks['mark.restored'],
        },
        listen: {
          target: '.opening',
          actions: [
            'forgetFailure',
            { type: 'keepPlaceInSound', params: ({ event: { fromMs } }) => ({ fromMs }) },
          ],
        },
        download: { target: '.saving', actions: 'forgetFailure' },
        use: 'joining',
        record: recordOnly,
        introduce: withNames,
        discard: { target: 'discarded', actions: { type: 'noteDiscarded', params: discarded(true) } },
        'recording.opened': opensOther,
      },
    },
    joining: {
      description: 'Joins the pieces into one file.',
      tags: tag.busy,
      invoke: {
        id: 'joinPieces',
        src: 'joinPieces',
        input: ofSession,
        onDone: {
          target: 'handedOver',
          actions: {
            type: 'handOver',
            params: ({ context, event }) => ({
              sessionId: context.place?.sessionId ?? '',
              file: event.output,
            }),
          },
        },
        onError: { target: 'kept', actions: keepFailure },
      },
    },
    handedOver: {
      description: 'The upload has the file. The browser keeps the recording until the server has all of it.',
      tags: tag.waiting,
      invoke: {
        id: 'watchUpload',
        src: 'watchUpload',
        input: ofSession,
        onError: { target: 'kept', actions: keepFailure },
      },
      on: {
        'upload.stored': 'sendingNotes',
        'upload.dropped': 'kept',
        'recording.opened': opensOther,
      },
    },
    sendingNotes: {
      description: 'The server has the recording. Sends it the marks, and who said their name when.',
      tags: tag.busy,
      invoke: {
        id: 'sendNotes',
        src: 'sendNotes',
        input: ({ context }) => ({ place: context.place, notes: notesOf({ context }) }),
        onDone: 'removing',
        onError: { target: 'notesUnsent', actions: keepFailure },
      },
    },
    notesUnsent: {
      description:
        'The server has the recording but not what was noted beside it, which this browser keeps: the marks, and who ' +
        'said their name when. The user can try again or do without.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { retry: 'sendingNotes', discard: 'removing', 'recording.opened': opensOther },
    },
    discarded: {
      description:
        'The recording was discarded, which this browser remembers. The user can restore it for a minute; then it is ' +
        'deleted. After a reload before that, the minute starts again.',
      tags: tag.idle,
      on: {
        undo: { target: 'kept', actions: { type: 'noteDiscarded', params: discarded(false) } },
        discard: 'removing',
        'recording.opened': opensOther,
      },
      after: { undoWindow: 'removing' },
    },
    removing: {
      description: 'Deletes the recording from this browser.',
      tags: tag.busy,
      invoke: {
        id: 'removeKept',
        src: 'removeKept',
        input: ofSession,
        onDone: { target: 'ready', actions: 'forgetRecording' },
        onError: {
          target: 'kept',
          actions: [keepFailure, { type: 'noteDiscarded', params: discarded(false) }],
        },
      },
    },
  },
});
