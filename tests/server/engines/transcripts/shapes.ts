/** One short evening in the shapes of many programs, from their public descriptions. */
export interface Spoken {
  name: string;
  words: string;
  seconds: number;
}

const people: [string, string][] = [
  ['Marla', 'The cellar is flooded and the water moves on its own.'],
  ['Oskar', 'I draw my sword and look around.'],
  ['Tilda', 'I cast light on the wall.'],
  ['Marla', 'The wolf with white eyes howls at the moon tonight.'],
  ['Oskar', 'Nineteen on perception.'],
  ['Tilda', 'We should go to the chapel now.'],
];

export const evening: Spoken[] = Array.from({ length: 24 }, (_, index) => {
  const [name, words] = people[index % people.length] ?? ['', ''];
  return { name, words, seconds: index * 6 };
});

const two = (value: number) => String(value).padStart(2, '0');
export const clock = (at: number) =>
  `${two(Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
const short = (at: number) => `${Math.floor(at / 60)}:${two(at % 60)}`;
const each = (write: (line: Spoken, index: number) => string, lines: Spoken[]) => lines.map(write).join('');
const cue = (index: number, from: string, to: string, text: string) =>
  `${index + 1}\n${from} --> ${to}\n${text}\n\n`;
const number = (name: string) => ['Marla', 'Oskar', 'Tilda'].indexOf(name);
const wordsOf = ({ words, seconds, name }: Spoken) =>
  words
    .split(' ')
    .map((word, index) => ({ word, start: seconds + index * 0.4, end: seconds + index * 0.4 + 0.3, name }));
const all = (lines: Spoken[]) => lines.flatMap(wordsOf);

interface Shape {
  file: string;
  /** Whether names and times are in the file. */
  has: 'both' | 'names' | 'times';
  write: (lines: Spoken[]) => string;
}

/** Text, tables and captions: every line has its words once and whole. */
export const textShapes: Shape[] = [
  {
    file: 'webvtt.vtt',
    has: 'both',
    write: (lines) =>
      `WEBVTT\n\n${each((line) => `${clock(line.seconds)}.000 --> ${clock(line.seconds + 5)}.000\n<v ${line.name}>${line.words}</v>\n\n`, lines)}`,
  },
  {
    file: 'subrip.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          cue(
            index,
            `${clock(line.seconds)},000`,
            `${clock(line.seconds + 5)},000`,
            `${line.name}: ${line.words}`,
          ),
        lines,
      ),
  },
  {
    file: 'odd-clock.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          cue(
            index,
            `${line.seconds / 3600 < 1 ? 0 : 1}:${Math.floor(line.seconds / 60) % 60}:${line.seconds % 60},1`,
            `${line.seconds + 5 < 3600 ? 0 : 1}:${Math.floor((line.seconds + 5) / 60) % 60}:${(line.seconds + 5) % 60},1`,
            `${line.name}: ${line.words}`,
          ),
        lines,
      ),
  },
  {
    file: 'youtube.sbv',
    has: 'times',
    write: (lines) =>
      each((line) => `${clock(line.seconds)}.000,${clock(line.seconds + 5)}.000\n${line.words}\n\n`, lines),
  },
  {
    file: 'karaoke.lrc',
    has: 'times',
    write: (lines) =>
      `[ar:Us]\n[ti:Evening]\n${each((line) => `[${two(Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}.00]${line.words}\n`, lines)}`,
  },
  {
    file: 'whisper.tsv',
    has: 'times',
    write: (lines) =>
      `start\tend\ttext\n${each((line) => `${line.seconds * 1000}\t${line.seconds * 1000 + 5000}\t${line.words}\n`, lines)}`,
  },
  {
    file: 'labels.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `${line.seconds}.000000\t${line.seconds + 5}.000000\t${line.words}\n`, lines),
  },
  {
    file: 'sheet.csv',
    has: 'both',
    write: (lines) =>
      `Speaker,Start time,End time,Text\n${each((line) => `${line.name},${clock(line.seconds)},${clock(line.seconds + 5)},"${line.words}"\n`, lines)}`,
  },
  {
    file: 'tabelle.csv',
    has: 'both',
    write: (lines) =>
      `Start;End;Sprecher;Text\n${each((line) => `${line.seconds * 1000};${line.seconds * 1000 + 5000};${line.name};${line.words}\n`, lines)}`,
  },
  {
    file: 'premiere.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) =>
          `${clock(line.seconds)}:05 - ${clock(line.seconds + 5)}:12\n${line.name}\n${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'seconds.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `[${line.seconds}.00s -> ${line.seconds + 5}.20s] ${line.words}\n`, lines),
  },
  {
    file: 'arrows.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `[${clock(line.seconds)} -> ${clock(line.seconds + 5)}] ${line.words}\n`, lines),
  },
  {
    file: 'bold.md',
    has: 'times',
    write: (lines) =>
      `# Evening\n\n${each((line) => `**[${two(Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}]** ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'bold-names.md',
    has: 'both',
    write: (lines) => each((line) => `**${line.name}** (${clock(line.seconds)}): ${line.words}\n\n`, lines),
  },
  {
    file: 'clock-above.txt',
    has: 'times',
    write: (lines) => each((line) => `${short(line.seconds)}\n${line.words}\n`, lines),
  },
  {
    file: 'name-and-clock-above.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}  ${short(line.seconds)}\n${line.words}\n\n`, lines),
  },
  {
    file: 'name-above-clock.txt',
    has: 'both',
    write: (lines) =>
      `${each((line) => `${line.name}\n${short(line.seconds)}\n${line.words}\n\n`, lines)}Transcribed by https://example.org\n`,
  },
  {
    file: 'meeting.txt',
    has: 'both',
    write: (lines) =>
      each((line) => `[${line.name}] ${clock(line.seconds + 19 * 3600)}\n${line.words}\n\n`, lines),
  },
  {
    file: 'chat.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) =>
          `[24-May-24 07:${two(2 + Math.floor(line.seconds / 60))} PM] ${line.name}\n${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'headings.md',
    has: 'names',
    write: (lines) => each((line) => `#### ${line.name}\n${line.words}\n\n`, lines),
  },
  {
    file: 'brackets.txt',
    has: 'names',
    write: (lines) => each((line) => `[${line.name}] ${line.words}\n`, lines),
  },
  {
    file: 'both-brackets.txt',
    has: 'both',
    write: (lines) => each((line) => `[${clock(line.seconds)}] [${line.name}] ${line.words}\n`, lines),
  },
  {
    file: 'broadcast.txt',
    has: 'names',
    write: (lines) => each((line) => `>> ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'roles.txt',
    has: 'names',
    write: (lines) =>
      each((line) => `${line.name === 'Marla' ? 'DM' : 'Player'}: ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'directions.txt',
    has: 'names',
    write: (lines) => each((line) => `\u200f${line.name}\u200e: ${line.words}\n`, lines),
  },
  {
    file: 'midnight.txt',
    has: 'both',
    write: (lines) =>
      each((line) => `${clock((86_340 + line.seconds) % 86_400)} ${line.name}: ${line.words}\n`, lines),
  },
];

const json = (write: (lines: Spoken[]) => unknown) => (lines: Spoken[]) => JSON.stringify(write(lines));

/** JSON of services; speakers may be numbers. */
export const jsonShapes: Shape[] = [
  {
    file: 'deepgram-words',
    has: 'both',
    write: json((lines) => ({
      metadata: { duration: 144 },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: lines.map(({ words }) => words).join(' '),
                words: all(lines).map(({ word, start, end, name }) => ({
                  word: word.toLowerCase(),
                  start,
                  end,
                  speaker: number(name),
                  punctuated_word: word,
                })),
              },
            ],
          },
        ],
      },
    })),
  },
  {
    file: 'assemblyai',
    has: 'both',
    write: json((lines) => ({
      text: lines.map(({ words }) => words).join(' '),
      words: all(lines).map(({ word, start, end, name }) => ({
        text: word,
        start: Math.round(start * 1000),
        end: Math.round(end * 1000),
        speaker: name[0],
      })),
      utterances: lines.map(({ name, words, seconds }) => ({
        speaker: name[0],
        start: seconds * 1000,
        end: seconds * 1000 + 5000,
        text: words,
      })),
    })),
  },
  {
    file: 'aws',
    has: 'both',
    write: json((lines) => ({
      results: {
        transcripts: [{ transcript: lines.map(({ words }) => words).join(' ') }],
        speaker_labels: {
          segments: lines.map((line) => ({
            start_time: String(line.seconds),
            end_time: String(line.seconds + 5),
            speaker_label: `spk_${number(line.name)}`,
            items: wordsOf(line).map(({ start, end }) => ({
              start_time: String(start),
              end_time: String(end),
              speaker_label: `spk_${number(line.name)}`,
            })),
          })),
        },
        items: all(lines).flatMap(({ word, start, end }) => [
          {
            type: 'pronunciation',
            start_time: String(start),
            end_time: String(end),
            alternatives: [{ confidence: '0.9', content: word.replace('.', '') }],
          },
          ...(word.endsWith('.')
            ? [{ type: 'punctuation', alternatives: [{ confidence: '0', content: '.' }] }]
            : []),
        ]),
      },
    })),
  },
  {
    file: 'google',
    has: 'both',
    write: json((lines) => ({
      results: [
        ...lines.map((line) => ({
          alternatives: [
            {
              transcript: line.words,
              words: wordsOf(line).map(({ word, start, end }) => ({
                startTime: `${start.toFixed(3)}s`,
                endTime: `${end.toFixed(3)}s`,
                word,
              })),
            },
          ],
        })),
        {
          alternatives: [
            {
              words: all(lines).map(({ word, start, end, name }) => ({
                startTime: `${start.toFixed(3)}s`,
                endTime: `${end.toFixed(3)}s`,
                word,
                speakerTag: number(name) + 1,
              })),
            },
          ],
        },
      ],
    })),
  },
  {
    file: 'azure',
    has: 'both',
    write: json((lines) => ({
      combinedRecognizedPhrases: [{ display: lines.map(({ words }) => words).join(' ') }],
      recognizedPhrases: lines.map(({ name, words, seconds }) => ({
        speaker: number(name) + 1,
        offset: `PT${seconds}S`,
        duration: 'PT5S',
        offsetInTicks: seconds * 1e7,
        durationInTicks: 5e7,
        nBest: [
          { lexical: words.toLowerCase(), display: words },
          { lexical: 'no', display: 'no' },
        ],
      })),
    })),
  },
  {
    file: 'azure-fast',
    has: 'both',
    write: json((lines) => ({
      combinedPhrases: [{ text: lines.map(({ words }) => words).join(' ') }],
      phrases: lines.map((line) => ({
        speaker: number(line.name) + 1,
        offsetMilliseconds: line.seconds * 1000,
        durationMilliseconds: 5000,
        text: line.words,
        words: wordsOf(line).map(({ word, start }) => ({
          text: word,
          offsetMilliseconds: Math.round(start * 1000),
          durationMilliseconds: 300,
        })),
      })),
    })),
  },
  {
    file: 'rev',
    has: 'both',
    write: json((lines) => ({
      monologues: lines.map((line) => ({
        speaker: number(line.name),
        elements: wordsOf(line).flatMap(({ word, start, end }) => [
          { type: 'text', value: word.replace('.', ''), ts: start, end_ts: end },
          { type: 'punct', value: word.endsWith('.') ? '. ' : ' ' },
        ]),
      })),
    })),
  },
  {
    file: 'elevenlabs',
    has: 'both',
    write: json((lines) => ({
      text: lines.map(({ words }) => words).join(' '),
      words: all(lines).flatMap(({ word, start, end, name }) => [
        { text: word, start, end, type: 'word', speaker_id: `speaker_${number(name)}` },
        { text: ' ', start: end, end, type: 'spacing', speaker_id: `speaker_${number(name)}` },
      ]),
    })),
  },
  {
    file: 'whisper-cpp',
    has: 'times',
    write: json((lines) => ({
      result: { language: 'en' },
      transcription: lines.map((line) => ({
        timestamps: { from: `${clock(line.seconds)},000`, to: `${clock(line.seconds + 5)},000` },
        offsets: { from: line.seconds * 1000, to: line.seconds * 1000 + 5000 },
        text: ` ${line.words}`,
        tokens: wordsOf(line).map(({ word, start, end }) => ({
          text: ` ${word}`,
          offsets: { from: start * 1000, to: end * 1000 },
        })),
      })),
    })),
  },
  {
    file: 'hugging-face',
    has: 'times',
    write: json((lines) => ({
      text: '',
      chunks: lines.map(({ words, seconds }, index) => ({
        timestamp: [seconds, index === lines.length - 1 ? null : seconds + 5],
        text: words,
      })),
    })),
  },
  {
    file: 'gladia',
    has: 'both',
    write: json((lines) => ({
      result: {
        transcription: {
          full_transcript: '',
          utterances: lines.map((line) => ({
            text: line.words,
            start: line.seconds,
            end: line.seconds + 5,
            speaker: number(line.name),
            words: wordsOf(line),
          })),
        },
      },
    })),
  },
  {
    file: 'speechmatics',
    has: 'both',
    write: json((lines) => ({
      results: all(lines).map(({ word, start, end, name }) => ({
        type: 'word',
        start_time: start,
        end_time: end,
        alternatives: [{ content: word, speaker: `S${number(name) + 1}` }],
      })),
    })),
  },
  {
    file: 'keys-in-another-language',
    has: 'both',
    write: json((lines) =>
      lines.map(({ name, words, seconds }) => ({ who: name, von: seconds, bis: seconds + 5, gesagt: words })),
    ),
  },
  {
    file: 'an-object-a-line',
    has: 'both',
    write: (lines) =>
      lines
        .map(({ name, words, seconds }) =>
          JSON.stringify({ speaker: name, start: seconds, end: seconds + 5, text: words }),
        )
        .join('\n'),
  },
];
