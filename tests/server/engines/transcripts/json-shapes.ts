import { all, clock, number, type Shape, type Spoken, two, wordsOf } from './shapes.ts';

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
  {
    file: 'times-in-objects',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        participant: { id: 100 + number(line.name), name: line.name, is_host: false },
        words: wordsOf(line).map(({ word, start, end }) => ({
          text: word,
          start_timestamp: { relative: start, absolute: 'x' },
          end_timestamp: { relative: end, absolute: 'x' },
        })),
      })),
    ),
  },
  {
    file: 'since-1970',
    has: 'both',
    write: json((lines) => ({
      turns: lines.map((line) => ({
        speaker: { name: line.name },
        start_time_ms: 1_728_586_920_000 + line.seconds * 1000,
        end_time_ms: 1_728_586_925_000 + line.seconds * 1000,
        text: line.words,
      })),
    })),
  },
  {
    file: 'names-in-paths',
    has: 'both',
    write: json((lines) => ({
      entries: lines.map((line, index) => ({
        name: `records/1/entries/${index}`,
        participant: `records/1/participants/${line.name}`,
        text: line.words,
        startTime: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}Z`,
      })),
    })),
  },
  {
    file: 'names-elsewhere',
    has: 'both',
    write: json((lines) => ({
      speakers: ['Marla', 'Oskar', 'Tilda'].map((name, index) => ({ spkid: `spk${index + 1}`, name })),
      segments: lines.map((line) => ({
        speaker: `spk${number(line.name) + 1}`,
        words: wordsOf(line).map(({ word, start, end }) => ({ text: word, start, end, duration: 0.3 })),
      })),
    })),
  },
  {
    file: 'samples',
    has: 'both',
    write: json((lines) => ({
      speakers: ['Marla', 'Oskar', 'Tilda'].map((name, index) => ({ id: 7000 + index, speaker_name: name })),
      transcripts: lines.map((line) => ({
        speaker_id: 7000 + number(line.name),
        start_offset: line.seconds * 16_000,
        end_offset: (line.seconds + 5) * 16_000,
        transcript: line.words,
      })),
    })),
  },
  {
    file: 'ticks-an-object-a-line',
    has: 'times',
    write: (lines) =>
      lines
        .map(({ words, seconds }) =>
          JSON.stringify({
            RecognitionStatus: 'Success',
            Offset: seconds * 1e7,
            Duration: 5e7,
            DisplayText: words,
          }),
        )
        .join('\n'),
  },
  {
    file: 'watson',
    has: 'both',
    write: json((lines) => ({
      results: lines.map((line) => ({
        final: true,
        alternatives: [
          {
            transcript: `${line.words} `,
            timestamps: wordsOf(line).map(({ word, start, end }) => [word, start, end]),
          },
        ],
      })),
      speaker_labels: all(lines).map(({ start, end, name }) => ({
        from: start,
        to: end,
        speaker: number(name),
      })),
    })),
  },
  {
    file: 'objects-in-a-row',
    has: 'times',
    write: (lines) =>
      lines
        .map((line) =>
          JSON.stringify(
            {
              result: wordsOf(line).map(({ word, start, end }) => ({ conf: 1, start, end, word })),
              text: line.words,
            },
            null,
            2,
          ),
        )
        .join('\n'),
  },
  {
    file: 'chat-export',
    has: 'both',
    write: json((lines) => ({
      messages: lines.map((line) => ({
        timestamp: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}.123+00:00`,
        content: line.words,
        author: { id: `99${number(line.name)}`, name: line.name.toLowerCase(), nickname: line.name },
      })),
    })),
  },
  {
    file: 'chat-in-pieces',
    has: 'both',
    write: json((lines) => ({
      messages: lines.map((line, index) => ({
        id: index,
        date: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}`,
        from: line.name,
        from_id: `user${number(line.name)}`,
        text: index % 3 ? line.words : [line.words.slice(0, 4), { type: 'bold', text: line.words.slice(4) }],
      })),
    })),
  },
  {
    file: 'text-of-an-editor',
    has: 'both',
    write: json((lines) => ({
      text: lines
        .map(
          (line) =>
            `<p><span class="timestamp">${clock(line.seconds)}</span> ${line.name}: ${line.words}</p>`,
        )
        .join(''),
      media: 'evening.mp3',
    })),
  },
  {
    file: 'text-alone',
    has: 'both',
    write: json((lines) => ({
      text: lines.map((line) => `[${clock(line.seconds)}] ${line.name}: ${line.words}`).join('\n'),
    })),
  },
  {
    file: 'table-top',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        user: 'u8dkfj20dkfjw8fk',
        timestamp: 1_728_580_931_000 + line.seconds * 1000,
        content: `<p>${line.words}</p>`,
        speaker: { actor: 'a9dkfj20dkfjw8fk', token: null, alias: line.name },
      })),
    ),
  },
  {
    file: 'profiles',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        user: `U0${number(line.name)}`,
        ts: `${1_728_580_931 + line.seconds}.000200`,
        text: line.words,
        user_profile: { real_name: line.name },
      })),
    ),
  },
  {
    file: 'a-list-for-each-voice',
    has: 'both',
    write: json((lines) =>
      Object.fromEntries(
        ['Marla', 'Oskar', 'Tilda'].map((name) => [
          name,
          lines
            .filter((line) => line.name === name)
            .map(({ words, seconds }) => ({ text: words, start: seconds, end: seconds + 5 })),
        ]),
      ),
    ),
  },
];
