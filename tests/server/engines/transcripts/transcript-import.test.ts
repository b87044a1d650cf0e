import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TranscriptDocument } from '#contract/transcript.ts';
import {
  importTranscript,
  MOST_TRANSCRIPT_BYTES,
  TranscriptImportError,
} from '#server/engines/transcripts/import.ts';
import { wordsIn } from '#server/engines/transcripts/words.ts';
import { oneOf } from '#tests/support/everything.ts';
import fc, { runs } from '#tests/support/property.ts';

async function read(content: string | Uint8Array, fileName?: string): Promise<TranscriptDocument> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const transcript = await importTranscript(bytes, fileName === undefined ? {} : { fileName });
  expect(TranscriptDocument.parse(transcript)).toEqual(transcript);
  return transcript;
}

function said(transcript: TranscriptDocument): string[] {
  const labels = new Map(transcript.speakers.map((speaker) => [speaker.id, speaker.label]));
  return transcript.segments.map((segment) =>
    segment.speakerId === null ? segment.text : `${labels.get(segment.speakerId)}: ${segment.text}`,
  );
}

const times = (transcript: TranscriptDocument) =>
  transcript.segments.map((segment) => [segment.startMs, segment.endMs]);

it.each(['-', '/', '_', '\u200b', '·'])(
  '[D2] words joined by %j are not fewer, so that they cost as much',
  (joint) => {
    const words = 'the dragon speaks to Brannoc about the drowned bell while Mother Sedge rings it'.split(
      ' ',
    );
    const text = Array.from({ length: 180 }, (_, at) => words[at % words.length]).join(joint);
    expect(wordsIn(text)).toBe(180);
    expect(wordsIn(words.join(' '))).toBe(words.length);
    expect(wordsIn('A well-known lantern-keeper, Weltuntergangsstimmung – and internationalisations.')).toBe(
      7,
    );
  },
);

describe('captions', () => {
  const VTT = `WEBVTT - Session 4

NOTE made by a tool

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.500 align:start
<v Brin>Hello &amp; <i>welcome</i></v>

00:00:03.000 --> 00:00:04.000
<v Tam>Hi.</v><v Brin>Sit down.

01:00:05.000 --> 01:00:06.250
Nobody in particular
speaks on two lines
`;

  it('WebVTT: voices, entities, styles and notes', async () => {
    const transcript = await read(VTT);
    expect(said(transcript)).toEqual([
      'Brin: Hello & welcome',
      'Tam: Hi.',
      'Brin: Sit down.',
      'Nobody in particular speaks on two lines',
    ]);
    expect(times(transcript)).toEqual([
      [1000, 2500],
      [3000, 4000],
      [3000, 4000],
      [3_605_000, 3_606_250],
    ]);
    expect(transcript).toMatchObject({
      source: 'import',
      timing: 'measured',
      engine: 'vtt',
      durationMs: 3_606_250,
      warnings: [],
    });
    expect(transcript.speakers).toMatchObject([
      { id: 'p1', label: 'Brin', role: 'unknown', talkMs: 2500 },
      { id: 'p2', label: 'Tam', talkMs: 1000 },
    ]);
  });

  it('SubRip with a mark, CRLF, comma times and names before the words', async () => {
    const srt = `\ufeff1
00:00:01,000 --> 00:00:02,500
Brin: The door opens.

2
00:00:03,000 --> 00:00:04,000
Brin: Slowly.

3
00:00:05,000 --> 00:00:06,000
Note: 12,500 gold`.replaceAll('\n', '\r\n');
    const transcript = await read(srt, 'whatever.bin');
    expect(said(transcript)).toEqual(['Brin: The door opens.', 'Brin: Slowly.', 'Note: 12,500 gold']);
    expect(transcript.speakers.map((speaker) => speaker.label)).toEqual(['Brin']);
    expect(times(transcript)[0]).toEqual([1000, 2500]);
  });

  it('[D12] keeps the words of cues with unreadable times, and counts them', async () => {
    const broken = `${VTT}\n00:0x.000 --> 00:05.000\nlost\n\n00:09.000 --> 00:05.000\nbackwards\n`;
    const transcript = await read(broken);
    expect(said(transcript).sort()).toEqual(expect.arrayContaining(['lost', 'backwards']));
    expect(transcript.segments).toHaveLength(6);
    expect(transcript.warnings).toMatchObject([
      { code: 'timesMissing', message: '1 line had no time; placed after the line before.' },
    ]);
  });

  it('sorts cues', async () => {
    const transcript = await read(
      'WEBVTT\n\n00:05.000 --> 00:06.000\nlater\n\n00:01.000 --> 00:02.000\nearlier\n',
    );
    expect(said(transcript)).toEqual(['earlier', 'later']);
  });

  it('recognizes captions without their header by their times', async () => {
    expect((await read('00:01.000 --> 00:02.000\nhi\n', 'a.vtt')).segments).toHaveLength(1);
    expect((await read('A title\n\n1\n00:00:01,000 --> 00:00:02,000\nhi\n')).segments).toHaveLength(1);
  });

  it('a caption file with no cues has no words', async () => {
    await expect(read('WEBVTT\n\n')).rejects.toMatchObject({ code: 'transcriptEmpty' });
  });
});

describe('text', () => {
  it('one "Speaker: words" per line, with estimated times', async () => {
    const transcript = await read(
      'BRIN: The door opens.\nTAM: I look: what is there?\nBRIN: A room of ten words, no more, and no less: empty.',
    );
    expect(said(transcript)).toEqual([
      'BRIN: The door opens.',
      'TAM: I look: what is there?',
      'BRIN: A room of ten words, no more, and no less: empty.',
    ]);
    expect(transcript).toMatchObject({ timing: 'estimated', engine: 'text', durationMs: 19 * 400 });
    expect(times(transcript)[1]).toEqual([1200, 3200]);
  });

  it('lines without a name continue the previous speaker, as one paragraph or a new one', async () => {
    const text =
      'Brin: The door\nopens slowly.\n\nIt is dark inside.\n\nTam: I go in.\n\nBrin: Note: it bites.\nTam: Ouch.';
    expect(said(await read(text))).toEqual([
      'Brin: The door opens slowly.',
      'Brin: It is dark inside.',
      'Tam: I go in.',
      'Brin: Note: it bites.',
      'Tam: Ouch.',
    ]);
  });

  it('a name counts if it recurs and has at most four words', async () => {
    const text = `Brin: Hi.
Remember: bring dice.
Brin: Ho.
A very long lead in: words
A very long lead in: words
The Old King Under: Who?
The Old King Under: You?`;
    const transcript = await read(text);
    expect(transcript.speakers.map((speaker) => speaker.label)).toEqual(['Brin', 'The Old King Under']);
    expect(said(transcript)[0]).toBe('Brin: Hi. Remember: bring dice.');
  });

  it('where speakers are in capitals, two who speak together once are speakers too', async () => {
    const transcript = await read('BRIN: Hi.\nTAM: Ho.\nBRIN AND TAM: Hey!\nBRIN: So.\nTAM: Yes.');
    expect(said(transcript)[2]).toBe('BRIN AND TAM: Hey!');
  });

  it('several speakers together are speakers, however many', async () => {
    const transcript = await read(
      'Brin: Hi.\nTam: Ho.\nIda: Hm.\nBrin, Tam and Ida: Hey!\nBrin: So.\nTam: Yes.\nIda: No.',
    );
    expect(said(transcript)[3]).toBe('Brin, Tam and Ida: Hey!');
  });

  it('reads times before names', async () => {
    const transcript = await read(
      '[00:00:05] Brin: Hi.\n[00:00:09] Tam: Ho.\n[00:01:00] Brin: So.\n[00:01:02] Tam: Yes.',
    );
    expect(transcript.timing).toBe('measured');
    expect(transcript.segments.map((segment) => segment.startMs)).toEqual([5000, 9000, 60_000, 62_000]);
    expect(said(transcript)[1]).toBe('Tam: Ho.');
  });

  it('the text forms of Otter and of whisper.cpp', async () => {
    const otter = await read(
      'Brin Ashfell  0:03\nThe door opens.\nSlowly.\n\nTam  1:02:15\n\nHo.\n\nTam  1:02:20\nI run.\n\nBrin Ashfell  1:03:00\nStop.',
    );
    expect(said(otter)).toEqual([
      'Brin Ashfell: The door opens. Slowly.',
      'Tam: Ho.',
      'Tam: I run.',
      'Brin Ashfell: Stop.',
    ]);
    expect(otter.segments.map((segment) => segment.startMs)).toEqual([3000, 3_735_000, 3_740_000, 3_780_000]);

    const printed = '[00:00:00.000 --> 00:00:04.500]   Brin lit it.\n[00:00:04.500 --> 00:00:06.000]   Why?';
    const whisper = await read(printed);
    expect(said(whisper)).toEqual(['Brin lit it.', 'Why?']);
    expect(times(whisper)).toEqual([
      [0, 4500],
      [4500, 6000],
    ]);
  });

  it('reads times after names', async () => {
    const transcript = await read(
      'Brin (00:05): Hi.\nTam (00:09): Ho.\nBrin (01:00): So.\nTam (01:02): Yes.',
    );
    expect(transcript.segments.map((segment) => segment.startMs)).toEqual([5000, 9000, 60_000, 62_000]);
    expect(said(transcript)[1]).toBe('Tam: Ho.');
  });

  it('splits prose without speakers into paragraphs and pieces, with every word', async () => {
    const long = Array.from({ length: 120 }, (_, index) => `Sentence ${index} has five words.`).join(' ');
    const transcript = await read(`A short one.\n\n${long}`);
    expect(transcript.speakers).toEqual([]);
    expect(transcript.segments.length).toBeGreaterThan(3);
    expect(said(transcript).join(' ')).toBe(`A short one. ${long}`);
  });

  it.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffBrîn: Hallö.\nBrîn: 竜.')],
    ['UTF-16 little-endian', Buffer.from('\ufeffBrîn: Hallö.\nBrîn: 竜.', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeffBrîn: Hallö.\nBrîn: 竜.', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('Brîn: Hallö.\nBrîn: 竜.', 'utf16le')],
    ['old Mac line ends', Buffer.from('Brîn: Hallö.\rBrîn: 竜.')],
  ])('%s', async (_, bytes) => {
    const transcript = await read(bytes);
    expect(said(transcript)).toEqual(['Brîn: Hallö.', 'Brîn: 竜.']);
    expect(transcript.warnings).toEqual([]);
  });

  it('reads Windows-1252 with a warning', async () => {
    const transcript = await read(Buffer.from('Ren\xe9: Voil\xe0.\nRen\xe9: Oui.', 'latin1'));
    expect(said(transcript)).toEqual(['René: Voilà.', 'René: Oui.']);
    expect(transcript.warnings).toMatchObject([{ code: 'encodingGuessed' }]);
  });

  it('treats script and SQL in names and words as text', async () => {
    const line = `Robert'); DROP TABLE: <script>alert(1)</script> {{7*7}}`;
    const transcript = await read(`${line}\n${line}`);
    expect(said(transcript)).toEqual([line, line]);
  });
});

describe('JSON', () => {
  it('returns our own document unchanged', async () => {
    const own = await read('Brin: Hi.\nTam: Ho.\nBrin: So.\nTam: Yes.');
    expect(await read(JSON.stringify(own))).toEqual(own);
    expect(await read(JSON.stringify({ transcript: own }))).toEqual(own);
    const wrong = { ...own, segments: [{ ...own.segments[0], startMs: -1 }] };
    await expect(read(JSON.stringify(wrong))).rejects.toThrow(/segments\.0\.startMs is wrong/);
    const first = own.segments[0]!;
    for (const [segments, code] of [
      [[first, first], 'transcriptUnreadable'],
      [[{ ...first, speakerId: 'p9' }], 'transcriptUnreadable'],
      [[{ ...first, startMs: 5, endMs: 4 }], 'transcriptUnreadable'],
      [[{ ...first, text: ' ' }], 'transcriptEmpty'],
      [[], 'transcriptEmpty'],
    ] as const) {
      await expect(read(JSON.stringify({ ...own, segments }))).rejects.toMatchObject({ code });
    }
  });

  it('verbose_json', async () => {
    const transcript = await read(
      JSON.stringify({
        task: 'transcribe',
        language: 'english',
        duration: 9.5,
        text: 'Hello there. Hi.',
        segments: [
          { id: 0, start: 0.5, end: 2.25, text: ' Hello there.', avg_logprob: -0.1 },
          { id: 1, start: 3, end: 4, text: ' Hi.' },
        ],
      }),
    );
    expect(said(transcript)).toEqual(['Hello there.', 'Hi.']);
    expect(times(transcript)).toEqual([
      [500, 2250],
      [3000, 4000],
    ]);
    expect(transcript).toMatchObject({ timing: 'measured', language: 'en' });
    expect(transcript.segments[0]!.confidence).toBeCloseTo(0.905, 2);
  });

  it('whisperX, with speakers', async () => {
    const transcript = await read(
      JSON.stringify({
        segments: [
          {
            start: 1,
            end: 2,
            text: 'One.',
            speaker: 'SPEAKER_00',
            words: [{ word: 'One.', start: 1, end: 2 }],
          },
          { start: 2, end: 3, text: 'Two.', speaker: 'SPEAKER_01' },
        ],
        word_segments: [],
      }),
    );
    expect(said(transcript)).toEqual(['SPEAKER_00: One.', 'SPEAKER_01: Two.']);
  });

  it('whisper.cpp', async () => {
    const transcript = await read(
      JSON.stringify({
        result: { language: 'de' },
        transcription: [
          {
            timestamps: { from: '00:00:01,000', to: '00:00:02,000' },
            offsets: { from: 1000, to: 2000 },
            text: ' Ja.',
          },
        ],
      }),
    );
    expect(times(transcript)).toEqual([[1000, 2000]]);
    expect(transcript.language).toBe('de');
  });

  it.each([
    ['a list', (list: unknown[]) => list],
    ['turns', (list: unknown[]) => ({ title: 'x', turns: list })],
    ['utterances', (list: unknown[]) => ({ utterances: list })],
  ])('%s of speaker and text, with estimated times', async (_, wrap) => {
    const list = [
      { speaker: 'Brin', text: 'Hi.' },
      { speaker: 7, text: 'Ho.' },
      { speaker: { name: 'Tam' }, text: 'Hey.' },
    ];
    const transcript = await read(JSON.stringify(wrap(list)));
    expect(said(transcript)).toEqual(['Brin: Hi.', 'Speaker 7: Ho.', 'Tam: Hey.']);
    expect(transcript.timing).toBe('estimated');
  });

  it('{text} alone is one paragraph', async () => {
    expect(said(await read('{"text": "Hello there."}'))).toEqual(['Hello there.']);
  });

  it('[D12] counts entries without text, and lines without times', async () => {
    const transcript = await read(
      JSON.stringify([
        { start: 1, end: 2, text: 'a' },
        { start: 'NaN', text: 'b' },
        { start: 4, end: 5, text: 'c' },
        { start: 9 },
        null,
      ]),
    );
    expect(said(transcript)).toEqual(['a', 'b', 'c']);
    expect(transcript.warnings.map((warning) => warning.message)).toEqual([
      '2 items without text could not be read and are missing.',
      '1 line had no time; placed after the line before.',
    ]);
  });

  it('a text that begins with a bracket is not JSON', async () => {
    expect(said(await read('[laughs] Well then.'))).toEqual(['[laughs] Well then.']);
  });
});

const episodes = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'crd3');

describe.skipIf(!existsSync(episodes))('real sessions (needs ../shared/data/crd3)', () => {
  const names = existsSync(episodes) ? readdirSync(episodes).filter((name) => name.endsWith('.json')) : [];
  it.each(oneOf(names))('[D12] %s as "SPEAKER: text" and as JSON: every turn, every word', async (name) => {
    const json = readFileSync(join(episodes, name), 'utf8');
    const { turns } = JSON.parse(json) as { turns: { speaker: string; text: string }[] };
    const text = turns.map((turn) => `${turn.speaker}: ${turn.text.replace(/\s+/g, ' ')}`).join('\n');
    const words = (from: string[]) => from.join(' ').split(/\s+/).filter(Boolean);
    const expected = words(turns.map((turn) => turn.text));
    for (const transcript of [await read(text), await read(json)]) {
      expect(words(transcript.segments.map((segment) => segment.text))).toEqual(expected);
      expect(transcript.warnings).toEqual([]);
      expect(transcript.speakers.map((speaker) => speaker.label).sort()).toEqual(
        [...new Set(turns.map((turn) => turn.speaker))].sort(),
      );
    }
  });
});

describe('rejections', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'transcriptEmpty'],
    ['blank lines', '\ufeff \r\n\t\n', 'transcriptEmpty'],
    ['an empty list', '[{"text":""}]', 'transcriptEmpty'],
    ['broken JSON', '{"segments": [', 'transcriptUnreadable'],
    ['JSON about something else', '{"a": 1}', 'transcriptUnreadable'],
    ['a list of something else', '[{"a": 1}]', 'transcriptUnreadable'],
    ['nested arrays', '['.repeat(5_000_000), 'transcriptUnreadable'],
    ['nested objects', '{"a":'.repeat(1_000_000), 'transcriptUnreadable'],
    [
      'an MP3',
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) & 0xff),
      'transcriptUnreadable',
    ],
    ['a web page', '\n<!DOCTYPE html><html><body>Sign in</body></html>', 'transcriptUnreadable'],
    ['rich text', '{\\rtf1\\ansi Brin: Hi.}', 'transcriptUnreadable'],
    ['zeros', new Uint8Array(5000), 'transcriptUnreadable'],
    ['more than 20 MB', new Uint8Array(MOST_TRANSCRIPT_BYTES + 1), 'transcriptTooLarge'],
    ['more than 200,000 lines of speech', 'a\n\n'.repeat(200_001), 'transcriptTooLarge'],
  ])('%s', async (_, content, code) => {
    const error: unknown = await read(content).catch((reason) => reason);
    expect(error).toBeInstanceOf(TranscriptImportError);
    expect(error).toMatchObject({ code });
    expect((error as Error).message).not.toContain('\n');
  });

  it('hostile keys and times only affect their own segment', async () => {
    const hostile =
      '[{"__proto__": {"text": "no"}, "constructor": 1}, {"text": "yes", "start": 1e308, "end": -5}, {"text":"toString","speaker":"__proto__"}]';
    const transcript = await read(hostile);
    expect(said(transcript)).toEqual(['yes', '__proto__: toString']);
    expect(({} as { text?: string }).text).toBeUndefined();
  });

  it('reads 5 MB of captions and a line of 4 MB quickly', { tags: ['everything'] }, async () => {
    const cue = (index: number) => {
      const clock = new Date(index * 100).toISOString().slice(11, 23);
      return `${clock} --> ${clock.slice(0, -1)}9\n<v Brin>${'word '.repeat(30)}\n\n`;
    };
    const vtt = `WEBVTT\n\n${Array.from({ length: 25_000 }, (_, index) => cue(index)).join('')}`;
    expect(vtt.length).toBeLessThan(MOST_TRANSCRIPT_BYTES);
    expect((await read(vtt)).segments.length).toBeGreaterThan(22_500);
    const oneLine = `Brin: ${'a'.repeat(2_000_000)}${' :'.repeat(1_000_000)}`;
    await expect(read(oneLine)).rejects.toMatchObject({
      code: 'transcriptTooLarge',
      message:
        'This transcript has a line of speech of more than 1,000,000 characters. Split it into smaller files.',
    });
  });

  // Time grew with the square of the length, or the stack overflowed.
  const MB = 1024 ** 2;
  const oneCue = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000';
  it.each([
    ['blank lines', `hello${'\n'.repeat(MB)}x`],
    ['a number and blank lines', `1${'\n'.repeat(MB)}x`],
    ['spaces within a line', `a${' '.repeat(8 * MB)}b`],
    ['one paragraph of short lines', 'a\n'.repeat(MB / 8)],
    ['tags within tags', `${oneCue}\n${'<b>'.repeat(MB / 3)}deep`],
    ['settings of a cue', `${oneCue} ${'a:b '.repeat(2 * MB)}\nhi`],
  ])('reads a hostile file quickly: %s', { tags: ['everything'] }, async (_, text) => {
    expect((await read(text)).segments.length).toBeGreaterThan(0);
  });

  it('[D2] computes the length of our own document from its segments, whatever it says', async () => {
    const segment = {
      id: 's1',
      startMs: 0,
      endMs: 7_200_000,
      speakerId: null,
      text: 'long '.repeat(4000),
      originalText: null,
      confidence: null,
    };
    const document = {
      source: 'import',
      timing: 'measured',
      engine: 'x',
      language: null,
      speakers: [],
      segments: [segment],
      warnings: [],
    };
    for (const durationMs of [0, 9_000_000_000_000_000])
      expect((await read(JSON.stringify({ ...document, durationMs }))).durationMs).toBe(7_200_000);
  });

  it('returns a document or a refusal for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), async (content) => {
        await read(content).catch((error: unknown) => expect(error).toBeInstanceOf(TranscriptImportError));
      }),
      { numRuns: runs(500), seed: 7 },
    );
  });

  it('[D12] keeps every word of a text', async () => {
    const word = fc.stringMatching(/^[a-zA-Z,.!]{1,8}$/);
    const name = fc.constantFrom('', '', 'Brin: ', 'Tam: ');
    const line = fc
      .tuple(name, fc.array(word, { maxLength: 8 }))
      .map(([first, words]) => first + words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const text = ['Brin: a', 'Tam: b', ...lines, 'Brin: c', 'Tam: d'].join('\n');
        const transcript = await read(text);
        const expected = text
          .replace(/^(?:Brin|Tam):/gm, ' ')
          .trim()
          .split(/\s+/);
        expect(transcript.segments.flatMap((segment) => segment.text.split(' '))).toEqual(expected);
      }),
      { numRuns: runs(200), seed: 11 },
    );
  });
});
