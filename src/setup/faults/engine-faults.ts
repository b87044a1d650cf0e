export type FaultyEngine =
  | 'Ollama'
  | 'Chat service'
  | 'Model on this computer'
  | 'Changes on an instruction'
  | 'Recaps by style'
  | 'Highlights'
  | 'Speech service'
  | 'whisper.cpp'
  | 'Embedded speech';

/** What can go wrong with an engine. Each engine has a row for each kind, or a reason in `impossible`. */
export const faultKinds = [
  'unreachable',
  '401',
  '429',
  '500',
  'hang',
  'half a stream',
  'wrong JSON',
  'context too small',
  'empty audio',
  'music only',
  'wrong language',
  'model missing or corrupt',
  'disk full',
  'process killed',
  'no memory',
  'asleep',
  'endless answer',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface EngineFault {
  engine: FaultyEngine;
  kind: FaultKind | 'other';
  fault: string;
  ends: 'completes' | 'fails';
  /** In the failure, warning or progress; null: nothing. */
  seen: string | null;
  resumes: string;
  /** Unless it is in tests/server/engines/faults. */
  proof?: { file: string; title: string };
}

const KEPT = 'Try again: parts that were read before are not read again.';
const HEARD = 'Try again: minutes that were heard before are not sent again.';
const BY_ITSELF = 'By itself.';
const AFTER_SETTING = 'Try again once the setting is changed and the server restarted.';
const OTHER_RECORDING = 'Another recording.';
const NO_SPEECH = 'We found no speech in this file.';
const STAND_IN = 'that part has highlights instead';
const MISSING = 'could not be transcribed and is missing';
const UNHEARD = 'Too much of the recording could not be transcribed.';
const DEAF = 'This server can’t transcribe recordings right now.';
const UNWRITTEN = 'The notes could not be written right now.';

type Row = [
  kind: EngineFault['kind'],
  fault: string,
  ends: EngineFault['ends'],
  seen: string | null,
  resumes: string,
  proof?: EngineFault['proof'],
];

const rowsOf = (engine: FaultyEngine, rows: readonly Row[]): EngineFault[] =>
  rows.map(([kind, fault, ends, seen, resumes, proof]) => ({
    engine,
    kind,
    fault,
    ends,
    seen,
    resumes,
    ...(proof ? { proof } : {}),
  }));

const ASLEEP = 'computer asleep in the middle of an answer';
const OTHER_LANGUAGE: Row = [
  'wrong language',
  'answers in another language',
  'completes',
  'These notes don’t seem to be in English',
  'Analyze again, or with another model.',
];

const ofModels: readonly Row[] = [
  ['unreachable', 'unreachable', 'fails', UNWRITTEN, KEPT],
  ['401', '401', 'fails', UNWRITTEN, AFTER_SETTING],
  ['429', '429 with Retry-After', 'completes', null, 'By itself, after that time (two minutes at most).'],
  ['500', '500 for a while', 'completes', null, 'By itself, after 1, 3 and 9 seconds.'],
  ['500', '500 from the middle on', 'fails', UNWRITTEN, KEPT],
  ['500', '500 for one part', 'completes', STAND_IN, BY_ITSELF],
  [
    'hang',
    'hang',
    'completes',
    null,
    'By itself: after NOTES_SILENCE_SECONDS without a word the call is repeated.',
  ],
  ['half a stream', 'connection lost in the middle of an answer', 'completes', null, BY_ITSELF],
  ['half a stream', 'answer that ends in the middle', 'completes', null, BY_ITSELF],
  ['wrong JSON', 'wrong JSON once', 'completes', null, 'By itself: the model is asked to repair it.'],
  ['wrong JSON', 'wrong JSON always, for one part', 'completes', STAND_IN, BY_ITSELF],
  ['context too small', 'no room for the whole answer', 'completes', null, 'By itself: the part is halved.'],
  ['context too small', 'context too small', 'fails', UNWRITTEN, AFTER_SETTING],
  [
    'context too small',
    'question longer than the context',
    'completes',
    null,
    'By itself: the service refuses it, and the part is halved.',
  ],
  [
    'endless answer',
    'endless answer',
    'completes',
    null,
    'By itself: it is broken off after 32 MB, and the call is repeated.',
  ],
  [
    'asleep',
    ASLEEP,
    'completes',
    null,
    'By itself: nothing comes after it wakes up, and the call is repeated.',
  ],
  OTHER_LANGUAGE,
  ['other', 'finds nothing', 'completes', 'so these are highlights instead', BY_ITSELF],
  [
    'process killed',
    'killed in the middle of an answer, and started again',
    'completes',
    null,
    'By itself: the call is repeated after 1, 3 and 9 seconds.',
  ],
];

const ofServices: readonly Row[] = [
  ['unreachable', 'unreachable', 'fails', UNHEARD, HEARD],
  ['401', '401', 'fails', DEAF, AFTER_SETTING],
  ['model missing or corrupt', 'not found (404)', 'fails', DEAF, AFTER_SETTING],
  ['429', '429 with Retry-After', 'completes', null, 'By itself, after that time (two minutes at most).'],
  ['500', '500 for one piece', 'completes', MISSING, BY_ITSELF],
  ['500', '500 from the middle on', 'fails', UNHEARD, HEARD],
  ['hang', 'hang', 'completes', null, 'By itself: after 10 minutes without a word the piece is sent again.'],
  ['half a stream', 'connection lost in the middle of an answer', 'completes', null, BY_ITSELF],
  ['wrong JSON', 'wrong JSON', 'completes', null, BY_ITSELF],
  [
    'empty audio',
    'silence only',
    'fails',
    NO_SPEECH,
    `${OTHER_RECORDING.slice(0, -1)}: silence is not sent.`,
  ],
  ['music only', 'music only: hears nothing', 'fails', NO_SPEECH, OTHER_RECORDING],
  ['music only', 'music only: subtitle phrases', 'fails', NO_SPEECH, OTHER_RECORDING],
  [
    'asleep',
    ASLEEP,
    'completes',
    null,
    'By itself: nothing comes after it wakes up, and the piece is sent again.',
  ],
  [
    'endless answer',
    'words in a loop',
    'completes',
    'The speech engine wrote down words that no one said',
    BY_ITSELF,
  ],
  [
    'wrong language',
    'another language than the campaign’s',
    'completes',
    'sounds like German',
    'Set the campaign’s language, and analyze again.',
  ],
  [
    'process killed',
    'killed in the middle of an answer, and started again',
    'completes',
    null,
    'By itself: the piece is sent again after 1, 2, 4, 8 and 16 seconds.',
  ],
];

const killed = (title: string): Row => [
  'process killed',
  'Hearthscribe killed',
  'completes',
  null,
  'By itself at the next start: nothing that was saved is done again.',
  { file: 'tests/server/analyses/job/job-kill.process.test.ts', title },
];
const IN_EACH_STAGE = 'in each stage of the job';
const WITHOUT_MODEL = 'with $speech and Highlights';

const UNREACHED = 'The language model can’t be reached right now. Nothing has changed.';
const UNUSABLE = 'The language model gave no answer that could be used. Nothing has changed.';
const ASK_AGAIN = 'Ask again; the instruction is kept.';
const IN_OTHER_WORDS = 'Ask again, in other words; the instruction is kept.';
const AWAY = 'The language model can’t be reached right now.';
const NO_RECAP = 'The language model gave no answer that could be used.';
const ASK_RECAP = 'Ask again; a recap that was there stays.';
const recaps = (title: string) => ({ file: 'tests/server/engines/notes/notes-recap.test.ts', title });
const changes = (title: string) => ({ file: 'tests/server/engines/notes/notes-change.test.ts', title });

const emptyFile: Row = [
  'empty audio',
  'empty file',
  'fails',
  'is empty',
  'Another recording: the file is refused before the upload.',
  { file: 'tests/web/effects/effects.test.ts', title: 'refuses an empty file and one that is not audio' },
];

export const engineFaults: readonly EngineFault[] = [
  ...rowsOf('Ollama', [
    ...ofModels,
    [
      'model missing or corrupt',
      'model missing',
      'completes',
      'Downloading the model llama3.2 (4 MB, once): 25 %',
      'By itself: Ollama downloads it, and the progress is shown.',
    ],
    ['model missing or corrupt', 'model unknown', 'fails', UNWRITTEN, AFTER_SETTING],
    [
      'model missing or corrupt',
      'model corrupt',
      'fails',
      UNWRITTEN,
      'Try again once the model is replaced.',
    ],
    [
      'disk full',
      'disk full while the model is downloaded',
      'fails',
      UNWRITTEN,
      'Try again: Ollama keeps what it has.',
    ],
    killed('between the parts of a long transcript'),
  ]),
  ...rowsOf('Chat service', [
    ...ofModels,
    ['model missing or corrupt', 'model missing (404)', 'fails', UNWRITTEN, AFTER_SETTING],
    ['other', 'model declines a part', 'completes', STAND_IN, BY_ITSELF],
    killed(IN_EACH_STAGE),
  ]),
  ...rowsOf('Model on this computer', [
    [
      'model missing or corrupt',
      'model missing',
      'completes',
      'Fetching the language model (',
      'By itself: it is downloaded, and the progress is shown.',
    ],
    [
      'unreachable',
      'model cannot be downloaded',
      'fails',
      UNWRITTEN,
      'Try again: what arrived is kept, and the download goes on from there.',
    ],
    ['disk full', 'no space for the model', 'fails', UNWRITTEN, 'Try again once there is space.'],
    [
      'no memory',
      'not enough free memory',
      'fails',
      UNWRITTEN,
      'Try again once there is, or with a smaller model.',
    ],
    [
      'model missing or corrupt',
      'model damaged',
      'completes',
      null,
      'By itself: a file that could not be loaded twice is deleted and downloaded again.',
    ],
    [
      'model missing or corrupt',
      'own model damaged',
      'fails',
      UNWRITTEN,
      'Try again once the file is replaced; the server needs no restart.',
    ],
    [
      'process killed',
      'process killed in the middle of an answer',
      'completes',
      null,
      'By itself: another is started after a second, and answers the question.',
    ],
    ['asleep', ASLEEP, 'completes', null, 'By itself: the process sleeps and wakes up with it, and goes on.'],
    [
      'hang',
      'hang',
      'completes',
      null,
      'By itself: after NOTES_SILENCE_SECONDS without a word another process is started.',
    ],
    [
      'context too small',
      'question longer than the context',
      'completes',
      null,
      'By itself: it is counted before, never cut, and the part is halved.',
    ],
    [
      'endless answer',
      'endless answer',
      'completes',
      null,
      'By itself: each text and list has a limit, and an answer without room is asked for in halves.',
    ],
    OTHER_LANGUAGE,
    ['other', 'finds nothing', 'completes', 'so these are highlights instead', BY_ITSELF],
    [
      'process killed',
      'Hearthscribe killed',
      'completes',
      null,
      'By itself at the next start: nothing that was saved is done again.',
      {
        file: 'tests/server/engines/notes/notes-embedded.process.test.ts',
        title: 'survives a cancel, kill -9 of the process and of the server',
      },
    ],
  ]),
  ...rowsOf('Changes on an instruction', [
    ['unreachable', 'unreachable', 'fails', UNREACHED, ASK_AGAIN, changes("'unreachable'")],
    ['401', '401', 'fails', UNREACHED, AFTER_SETTING, changes("'wrong key'")],
    [
      '429',
      '429 with Retry-After',
      'completes',
      null,
      'By itself, after that time (two minutes at most).',
      changes("'429 with Retry-After'"),
    ],
    ['500', '500 once', 'completes', null, 'By itself, after 1, 3 and 9 seconds.', changes("'500 once'")],
    ['500', '500 always', 'fails', UNREACHED, ASK_AGAIN, changes("'500 always'")],
    [
      'hang',
      'hang',
      'completes',
      null,
      'By itself: after NOTES_SILENCE_SECONDS without a word the call is repeated.',
      changes('fault: hang once is survived'),
    ],
    [
      'half a stream',
      'connection lost in the middle of an answer',
      'completes',
      null,
      BY_ITSELF,
      changes("'connection lost once'"),
    ],
    [
      'wrong JSON',
      'wrong JSON once',
      'completes',
      null,
      'By itself: the model is asked to repair it.',
      changes("'wrong JSON once'"),
    ],
    ['wrong JSON', 'wrong JSON always', 'fails', UNUSABLE, IN_OTHER_WORDS, changes("'wrong JSON always'")],
    ['other', 'the model declines', 'fails', UNUSABLE, IN_OTHER_WORDS, changes("'the model declines'")],
    [
      'context too small',
      'no room for the whole answer',
      'fails',
      UNUSABLE,
      IN_OTHER_WORDS,
      changes("'no room for the whole answer'"),
    ],
    [
      'other',
      'notes that give the model orders',
      'completes',
      null,
      'By itself: such lines are withheld, and an answer can change nothing but lines that were shown, once the user accepts.',
      changes('what a model is talked into'),
    ],
    [
      'process killed',
      'Hearthscribe killed',
      'completes',
      null,
      'By itself at the next start: the instruction is given again, and its changes are proposed once.',
      {
        file: 'tests/server/analyses/instructions.test.ts',
        title: 'goes on after a restart in the middle, and proposes once',
      },
    ],
  ]),
  ...rowsOf('Recaps by style', [
    ['unreachable', 'unreachable', 'fails', AWAY, ASK_RECAP, recaps("'unreachable'")],
    ['401', '401', 'fails', AWAY, AFTER_SETTING, recaps("'wrong key'")],
    [
      '429',
      '429 with Retry-After',
      'completes',
      null,
      'By itself, after that time (two minutes at most).',
      recaps("'429 with Retry-After'"),
    ],
    ['500', '500 once', 'completes', null, 'By itself, after 1, 3 and 9 seconds.', recaps("'500 once'")],
    ['500', '500 always', 'fails', AWAY, ASK_RECAP, recaps("'500 always'")],
    [
      'hang',
      'hang',
      'completes',
      null,
      'By itself: after NOTES_SILENCE_SECONDS without a word the call is repeated.',
      recaps('fault: hang once is survived'),
    ],
    [
      'half a stream',
      'connection lost in the middle of an answer',
      'completes',
      null,
      BY_ITSELF,
      recaps("'connection lost once'"),
    ],
    [
      'wrong JSON',
      'wrong JSON once',
      'completes',
      null,
      'By itself: the model is asked to repair it.',
      recaps("'wrong JSON once'"),
    ],
    ['wrong JSON', 'wrong JSON always', 'fails', NO_RECAP, ASK_RECAP, recaps("'wrong JSON always'")],
    [
      'endless answer',
      'too long an answer',
      'fails',
      NO_RECAP,
      'Ask again, or in another style; a shorter one is asked for once by itself.',
      recaps("'too long always'"),
    ],
    ['other', 'the model declines', 'fails', NO_RECAP, ASK_RECAP, recaps("'the model declines'")],
    [
      'context too small',
      'no room for the whole answer',
      'fails',
      NO_RECAP,
      ASK_RECAP,
      recaps("'no room for the whole answer'"),
    ],
    [
      'wrong language',
      'answers in another language',
      'fails',
      'The language model wrote in another language.',
      'Ask again, or with another model; a recap that was there stays.',
      recaps('in another language than asked for says so'),
    ],
    [
      'process killed',
      'Hearthscribe killed',
      'completes',
      null,
      'By itself at the next start: the recap is asked for again, and written once.',
      {
        file: 'tests/server/analyses/recap-collection.test.ts',
        title: 'go on after a restart in the middle, and are written once',
      },
    ],
  ]),
  ...rowsOf('Highlights', [
    [
      'empty audio',
      'no words to work with',
      'fails',
      'no words',
      'Another transcript.',
      {
        file: 'tests/server/engines/transcripts/transcript-import.test.ts',
        title: 'a caption file with no cues has no words',
      },
    ],
    [
      'wrong language',
      'transcript that is not in English',
      'completes',
      'In languages other than English',
      'With a language model (NOTES_URL), which writes in any language it knows.',
    ],
    killed(WITHOUT_MODEL),
  ]),
  ...rowsOf('Speech service', [...ofServices, killed(IN_EACH_STAGE), emptyFile]),
  ...rowsOf('whisper.cpp', [...ofServices, killed(WITHOUT_MODEL), emptyFile]),
  ...rowsOf('Embedded speech', [
    ['empty audio', 'silence only', 'fails', NO_SPEECH, OTHER_RECORDING],
    emptyFile,
    ['music only', 'music only', 'fails', NO_SPEECH, OTHER_RECORDING],
    [
      'wrong language',
      'another language than the campaign’s',
      'completes',
      'does not sound like English',
      'Set the campaign’s language, and analyze again.',
    ],
    [
      'wrong language',
      'language that the model does not know',
      'completes',
      'doesn’t know Japanese',
      'With a speech service (SPEECH_URL) that knows it.',
    ],
    [
      'model missing or corrupt',
      'model missing',
      'completes',
      'Fetching the speech model (',
      'By itself: it is downloaded, and the progress is shown; before the upload the page says how much.',
    ],
    [
      'unreachable',
      'model cannot be downloaded',
      'fails',
      DEAF,
      'Try again: what arrived is kept, and the download goes on from there.',
    ],
    ['disk full', 'disk full while the model is downloaded', 'fails', DEAF, 'Try again once there is space.'],
    [
      'model missing or corrupt',
      'model corrupt',
      'fails',
      DEAF,
      'Try again once the model is replaced; the server needs no restart.',
    ],
    ['model missing or corrupt', 'model folder empty', 'fails', DEAF, 'Try again once the model is there.'],
    [
      'process killed',
      'recognizer killed in the middle',
      'completes',
      null,
      'By itself: it is started again, and hears the piece again.',
    ],
    ['process killed', 'recognizer crashes whenever it hears one piece', 'completes', MISSING, BY_ITSELF],
    [
      'hang',
      'recognizer hangs',
      'completes',
      MISSING,
      'By itself: after 60 times the length of the piece it is stopped, and the next piece starts it again.',
    ],
    killed(WITHOUT_MODEL),
  ]),
];

interface Impossible {
  kinds: readonly FaultKind[];
  because: string;
}

const readsTranscripts: Impossible = {
  kinds: ['empty audio', 'music only'],
  because: 'It reads a transcript, never audio: without words there is none.',
};
const ownMemory: Impossible = {
  kinds: ['no memory'],
  because: 'The service has its own memory; without it, it answers 500 or ends.',
};
const SLEEPS = 'It sleeps and wakes up with the server, and goes on where it was.';
const SERVICE_DISK = 'The service has its own disk; when that is full it answers 500.';
const piecesFit: Impossible = {
  kinds: ['context too small'],
  because: 'A piece has a fixed greatest length (SPEECH_CHUNK_SECONDS).',
};

export const impossible: Readonly<Record<FaultyEngine, readonly Impossible[]>> = {
  Ollama: [readsTranscripts, ownMemory],
  'Model on this computer': [
    readsTranscripts,
    {
      kinds: ['401', '429', '500', 'half a stream', 'wrong JSON'],
      because:
        'It runs on this computer, without a key, answers in one message, and writes under a grammar of what is asked for.',
    },
  ],
  'Chat service': [readsTranscripts, ownMemory, { kinds: ['disk full'], because: SERVICE_DISK }],
  'Changes on an instruction': [
    {
      kinds: ['empty audio', 'music only', 'wrong language'],
      because: 'It reads notes, and the user sees each change before it is made.',
    },
    {
      kinds: ['model missing or corrupt', 'disk full', 'no memory', 'asleep', 'endless answer'],
      because: 'The model is asked through the same transports, which have these faults above.',
    },
  ],
  'Recaps by style': [
    { kinds: ['empty audio', 'music only'], because: 'They are written from notes.' },
    {
      kinds: ['model missing or corrupt', 'disk full', 'no memory', 'asleep'],
      because: 'The model is asked through the same transports, which have these faults above.',
    },
  ],
  Highlights: [
    {
      kinds: [
        'unreachable',
        '401',
        '429',
        '500',
        'half a stream',
        'wrong JSON',
        'model missing or corrupt',
        'disk full',
      ],
      because:
        'It is part of the server: it has no key, sends nothing, and needs neither a model nor a file.',
    },
    {
      kinds: ['hang', 'context too small'],
      because: 'Its time and memory grow with the length of the transcript, which has a limit.',
    },
    { kinds: ['music only'], because: 'Without words there is no transcript to read.' },
    { kinds: ['asleep'], because: SLEEPS },
    {
      kinds: ['no memory', 'endless answer'],
      because: 'It needs some hundred megabytes at most, and chooses from what was said.',
    },
  ],
  'Speech service': [piecesFit, ownMemory, { kinds: ['disk full'], because: SERVICE_DISK }],
  'whisper.cpp': [piecesFit, ownMemory, { kinds: ['disk full'], because: SERVICE_DISK }],
  'Embedded speech': [
    {
      kinds: ['401', '429', '500', 'half a stream', 'wrong JSON'],
      because:
        'It runs on this computer and answers in one message, without a key; a server that fails while it sends the model counts as “model cannot be downloaded”.',
    },
    {
      kinds: ['context too small', 'endless answer'],
      because: 'A piece is at most 30 seconds long, and so is what is heard in it.',
    },
    { kinds: ['asleep'], because: SLEEPS },
    { kinds: ['no memory'], because: 'Without memory its process ends, which is a fault of its own.' },
  ],
};

/** They cost no credits. */
const free = new Set<EngineFault['engine']>(['Changes on an instruction', 'Recaps by style']);

export function faultsPage(): string {
  const engines = [...new Set(engineFaults.map(({ engine }) => engine))];
  const tables = engines.map((engine) => {
    const rows = engineFaults
      .filter((row) => row.engine === engine)
      .map(
        ({ engine: of, fault, ends, seen, resumes }) =>
          `| ${fault} | ${seen === null ? 'nothing' : `“${seen}”`} | ${ends === 'completes' && !free.has(of) ? 'once' : 'nothing'} | ${resumes} |`,
      );
    return [
      `## ${engine}`,
      '',
      '| Fault | The user sees | Charged | Resumes |',
      '|---|---|---|---|',
      ...rows,
      '',
      'What cannot happen:',
      '',
      ...impossible[engine].map(({ kinds, because }) => `- ${kinds.join(', ')}: ${because}`),
    ].join('\n');
  });
  return `${[
    '# What happens when an engine fails',
    'Generated from [engine-faults.ts](../src/setup/faults/engine-faults.ts) by `npm run generated`. Each row is a test\n(`tests/server/engines/faults`). An analysis that fails costs nothing; one that completes is charged once, however often\nits calls were repeated. A recording with a track for each player has the faults of its speech engine.',
    ...tables,
  ].join('\n\n')}\n`;
}
