export type FaultyEngine =
  | 'Ollama'
  | 'Chat service'
  | 'Highlights'
  | 'Speech service'
  | 'whisper.cpp'
  | 'Embedded speech';

export interface EngineFault {
  engine: FaultyEngine;
  fault: string;
  ends: 'completes' | 'fails';
  /** In the failure, warning or progress; null: nothing. */
  seen: string | null;
  resumes: string;
  /** Unless it is in tests/server/engines/faults. */
  proof?: { file: string; title: string };
}

const KEPT = 'Try again: parts that were read before are not read again.';
const BY_ITSELF = 'By itself.';
const AFTER_SETTING = 'Try again once the setting is changed and the server restarted.';

function ofModels(engine: 'Ollama' | 'Chat service'): EngineFault[] {
  const row = (fault: string, ends: EngineFault['ends'], seen: string | null, resumes: string) => ({
    engine,
    fault,
    ends,
    seen,
    resumes,
  });
  return [
    row(
      'unreachable',
      'fails',
      'The notes service could not be reached. Check NOTES_URL, and that it runs.',
      KEPT,
    ),
    row('401', 'fails', 'The notes service refused the key', AFTER_SETTING),
    row('429 with Retry-After', 'completes', null, 'By itself, after that time (two minutes at most).'),
    row('500 for a while', 'completes', null, 'By itself, after 1, 3 and 9 seconds.'),
    row('500 from the middle on', 'fails', 'The notes service failed several times in a row.', KEPT),
    row('500 for one part', 'completes', 'highlights stand in for its notes there', BY_ITSELF),
    row(
      'hang',
      'completes',
      null,
      'By itself: after NOTES_SILENCE_SECONDS without a word the call is repeated.',
    ),
    row('connection lost in the middle of an answer', 'completes', null, BY_ITSELF),
    row('answer that ends in the middle', 'completes', null, BY_ITSELF),
    row('wrong JSON once', 'completes', null, 'By itself: the model is asked to repair it.'),
    row('wrong JSON always, for one part', 'completes', 'highlights stand in for its notes there', BY_ITSELF),
    row('no room for the whole answer', 'completes', null, 'By itself: the part is halved.'),
    row('context too small', 'fails', 'notes need at least 8000', AFTER_SETTING),
    row('finds nothing', 'completes', 'these are highlights of the transcript instead', BY_ITSELF),
  ];
}

function ofSpeech(engine: 'Speech service' | 'whisper.cpp'): EngineFault[] {
  const row = (fault: string, ends: EngineFault['ends'], seen: string | null, resumes: string) => ({
    engine,
    fault,
    ends,
    seen,
    resumes,
  });
  const heard = 'Try again: minutes that were heard before are not sent again.';
  return [
    row(
      'unreachable',
      'fails',
      'The recording could not be transcribed. The speech service could not be reached',
      heard,
    ),
    row('401', 'fails', 'The speech service refused the key', AFTER_SETTING),
    row('not found (404)', 'fails', 'Check SPEECH_URL and SPEECH_MODEL', AFTER_SETTING),
    row('429 with Retry-After', 'completes', null, 'By itself, after that time (two minutes at most).'),
    row('500 for one piece', 'completes', 'could not be heard and is missing', BY_ITSELF),
    row(
      '500 from the middle on',
      'fails',
      'The recording could not be transcribed. The speech service answered 500',
      heard,
    ),
    row('hang', 'completes', null, 'By itself: after 10 minutes without a word the piece is sent again.'),
    row('connection lost in the middle of an answer', 'completes', null, BY_ITSELF),
    row('wrong JSON', 'completes', null, BY_ITSELF),
    row('music only: subtitle phrases', 'fails', 'We found no speech in this file.', 'Another recording.'),
    row('words in a loop', 'completes', 'The speech engine wrote down words that nobody spoke', BY_ITSELF),
    row(
      'another language than the campaign’s',
      'completes',
      'sounds like German',
      'Set the campaign’s language, and analyze again.',
    ),
  ];
}

const killed = (engine: FaultyEngine): EngineFault => ({
  engine,
  fault: 'process killed',
  ends: 'completes',
  seen: null,
  resumes: 'By itself at the next start: nothing that was saved is done again.',
  proof: { file: 'tests/server/analyses/job/job-kill.process.test.ts', title: 'in each stage of the job' },
});

const embedded = 'tests/server/engines/speech/speech-embedded.test.ts';

export const engineFaults: readonly EngineFault[] = [
  ...ofModels('Ollama'),
  {
    engine: 'Ollama',
    fault: 'model missing',
    ends: 'completes',
    seen: 'Downloading the model llama3.2 (4 MB, once): 25 %',
    resumes: 'By itself: Ollama downloads it, and the progress is shown.',
  },
  {
    engine: 'Ollama',
    fault: 'model unknown',
    ends: 'fails',
    seen: 'file does not exist. Check NOTES_MODEL',
    resumes: AFTER_SETTING,
  },
  {
    engine: 'Ollama',
    fault: 'disk full while the model is downloaded',
    ends: 'fails',
    seen: 'no space left on device',
    resumes: 'Try again: Ollama keeps what it has.',
  },
  ...ofModels('Chat service'),
  {
    engine: 'Chat service',
    fault: 'model missing (404)',
    ends: 'fails',
    seen: 'Check NOTES_URL and NOTES_MODEL',
    resumes: AFTER_SETTING,
  },
  {
    engine: 'Chat service',
    fault: 'model declines a part',
    ends: 'completes',
    seen: 'highlights stand in for its notes there',
    resumes: BY_ITSELF,
  },
  killed('Chat service'),
  {
    engine: 'Highlights',
    fault: 'no words to work with',
    ends: 'fails',
    seen: 'no words',
    resumes: 'Another transcript.',
    proof: {
      file: 'tests/server/engines/transcripts/transcript-import.test.ts',
      title: 'a caption file with no cues has no words',
    },
  },
  killed('Highlights'),
  ...ofSpeech('Speech service'),
  killed('Speech service'),
  {
    engine: 'Speech service',
    fault: 'empty file',
    ends: 'fails',
    seen: 'is empty',
    resumes: 'Another recording: the file is refused before the upload.',
    proof: {
      file: 'tests/web/effects/effects.test.ts',
      title: 'refuses an empty file and one that is not audio',
    },
  },
  ...ofSpeech('whisper.cpp'),
  {
    engine: 'Embedded speech',
    fault: 'silence only',
    ends: 'fails',
    seen: 'We found no speech in this file.',
    resumes: 'Another recording.',
  },
  {
    engine: 'Embedded speech',
    fault: 'model cannot be downloaded',
    ends: 'fails',
    seen: 'The speech model could not be downloaded',
    resumes: 'Try again: what arrived is kept, and the download goes on from there.',
  },
  {
    engine: 'Embedded speech',
    fault: 'disk full while the model is downloaded',
    ends: 'fails',
    seen: 'no space left on device',
    resumes: 'Try again once there is space.',
  },
  {
    engine: 'Embedded speech',
    fault: 'model corrupt',
    ends: 'fails',
    seen: 'could not be loaded',
    resumes: 'Try again once the model is replaced; the server needs no restart.',
  },
  {
    engine: 'Embedded speech',
    fault: 'model folder empty',
    ends: 'fails',
    seen: 'There is no speech model in',
    resumes: 'Try again once the model is there.',
  },
  {
    engine: 'Embedded speech',
    fault: 'recognizer killed in the middle',
    ends: 'completes',
    seen: 'could not be heard and is missing',
    resumes: 'By itself: the next piece starts it again.',
    proof: {
      file: embedded,
      title: 'a recognizer that crashes while it hears fails what it heard, with the reason',
    },
  },
];

export function faultsPage(): string {
  const engines = [...new Set(engineFaults.map(({ engine }) => engine))];
  const tables = engines.map((engine) => {
    const rows = engineFaults
      .filter((row) => row.engine === engine)
      .map(
        ({ fault, ends, seen, resumes }) =>
          `| ${fault} | ${seen === null ? 'nothing' : `“${seen}”`} | ${ends === 'completes' ? 'once' : 'nothing'} | ${resumes} |`,
      );
    return [
      `## ${engine}`,
      '',
      '| Fault | The user sees | Charged | Resumes |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return `${[
    '# What happens when an engine fails',
    'Generated from [engine-faults.ts](../src/setup/faults/engine-faults.ts) by `npm run generated`. Each row is a test\n(`tests/server/engines/faults`). An analysis that fails costs nothing; one that completes is charged once, however often\nits calls were repeated.',
    ...tables,
  ].join('\n\n')}\n`;
}
