import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { transcriptEndings } from '#contract/transcript-formats.ts';
import { decodeText } from '#server/engines/transcripts/decode-text.ts';
import { importTranscript, takeInTranscript } from '#server/engines/transcripts/import.ts';
import { checkAgainst } from '#server/engines/transcripts/raw-words.ts';
import { readWordDocument } from '#server/engines/transcripts/word-document.ts';
import fc from '#tests/support/property.ts';
import { jsonShapes } from './json-shapes.ts';
import { bytesOf, clock, evening, type Spoken } from './shapes.ts';
import { textShapes } from './text-shapes.ts';

const encoded = (text: string) => new TextEncoder().encode(text);
const shapes = [...textShapes, ...jsonShapes];
const wordsOf = (lines: { text: string }[]) => lines.flatMap(({ text }) => text.split(/\s+/)).filter(Boolean);
const rawText = ({ pack }: { pack?: unknown }, bytes: Uint8Array) =>
  pack ? readWordDocument(bytes) : decodeText(bytes).text;
const spoken = (lines: Spoken[]) => lines.flatMap(({ words }) => words.split(' '));
const read = (text: string, fileName = 'a.txt', answers = {}) =>
  takeInTranscript(encoded(text), { fileName, answers });

describe('shapes of many programs', () => {
  it('[D12] every ending that the page takes has a shape below', () => {
    const written = new Set([...textShapes.map(({ file }) => file.replace(/^.*\./, '')), 'json']);
    // Other endings of the same content.
    for (const [ending, like] of [
      ['ssa', 'ass'],
      ['text', 'txt'],
      ['jsonl', 'json'],
    ] as const)
      if (written.has(like)) written.add(ending);
    expect(transcriptEndings.filter((ending) => !written.has(ending))).toEqual([]);
  });

  it.each(shapes)('[D12] $file', (shape) => {
    const { document } = takeInTranscript(bytesOf(shape, evening), { fileName: shape.file });
    expect(wordsOf(document.segments)).toEqual(spoken(evening));
    if (shape.has !== 'times') expect(document.speakers).toHaveLength(3);
    if (shape.has !== 'names') {
      expect(document.timing).toBe('measured');
      expect(document.durationMs).toBeGreaterThan(115_000);
      expect(document.durationMs).toBeLessThan(150_000);
    }
  });

  const word = fc.stringMatching(/^[a-z]{2,9}$/);
  const lines = fc.array(fc.array(word, { minLength: 3, maxLength: 12 }), { minLength: 8, maxLength: 30 });
  it.each(shapes)(
    '[D12] words in are words out: $file, with generated words, line ends, a mark, and a line missing',
    (shape) => {
      fc.assert(
        fc.property(lines, fc.nat(30), fc.boolean(), fc.boolean(), (given, missing, hasMark, isWindows) => {
          const all = given.map((words, index) => ({
            name: ['Marla', 'Oskar', 'Tilda'][index % 3] ?? '',
            words: words.join(' '),
            seconds: index * 6,
          }));
          const some = all.filter((_, index) => index !== missing);
          const isText = shape.pack === undefined;
          const bytes = bytesOf(shape, some, (text) =>
            isText ? `${hasMark ? '\ufeff' : ''}${isWindows ? text.replaceAll('\n', '\r\n') : text}` : text,
          );
          const { document, account } = takeInTranscript(bytes, { fileName: shape.file });
          expect(wordsOf(document.segments)).toEqual(spoken(some));
          expect(account.words?.inResult).toBe(spoken(some).length);
          expect(account.questions.map(({ id }) => id)).not.toContain('words');
          // A reader that loses every third line would be found out.
          const texts = document.segments.map(({ text }) => text);
          const repeated = (account.words?.inFile ?? 0) - (account.words?.inResult ?? 0);
          if (repeated > 20) return;
          const lossy = checkAgainst(rawText(shape, bytes), {
            texts: texts.filter((_, index) => index % 3 > 0),
            names: document.speakers.map(({ label }) => label),
            otherWords: repeated,
            lines: texts.length,
          });
          expect(lossy.missing).toBeGreaterThan(0);
        }),
        { numRuns: 3 },
      );
    },
  );

  it.each(shapes)(
    '[D2] no price from an implausible length: $file with its clock shifted, stretched and damaged',
    (shape) => {
      fc.assert(
        fc.property(fc.constantFrom(1, 10, 100, 5000), fc.nat(80_000), fc.nat(3000), (factor, shift, at) => {
          const moved = evening.map((line) => ({ ...line, seconds: line.seconds * factor + shift }));
          const bytes = bytesOf(shape, moved);
          if (shape.pack === undefined) bytes[at % bytes.length] = 0x39;
          let taken: ReturnType<typeof takeInTranscript>;
          try {
            taken = takeInTranscript(bytes, { fileName: shape.file });
          } catch {
            return;
          }
          const { document, account } = taken;
          const said = wordsOf(document.segments).length;
          if (account.clock?.isPlausible === false)
            expect(document.timing === 'estimated' || document.durationMs < said * 150).toBe(true);
          expect(document.durationMs).toBeLessThanOrEqual(5_400_000 + said * 60_000);
          expect(account.length.usedMs).toBe(document.durationMs);
        }),
        { numRuns: 3 },
      );
    },
  );
});

const srt = (
  lines: Spoken[],
  change: (index: number) => { from?: number; to?: number; words?: string } = () => ({}),
) =>
  lines
    .map((line, index) => {
      const { from = line.seconds, to = line.seconds + 5, words = line.words } = change(index);
      return `${index + 1}\n${clock(from)},000 --> ${clock(to)},000\n${words}\n\n`;
    })
    .join('');

describe('clocks', () => {
  it('[D2] asks about milliseconds, with both lengths, and takes the answer', () => {
    const text = JSON.stringify(
      evening.map(({ words, seconds }) => ({
        start: seconds * 1000,
        end: seconds * 1000 + 5000,
        text: words,
      })),
    );
    const { account, document } = read(text, 'a.json');
    expect(document.durationMs).toBe(143_000);
    expect(account.questions).toMatchObject([
      {
        id: 'unit',
        sentence: 'This transcript’s times look like milliseconds: 2 minutes, not 40 hours.',
        choices: [
          { id: 'milliseconds', label: 'Use 2 minutes' },
          { id: 'seconds', label: 'The times are right' },
        ],
        assumed: 'milliseconds',
      },
    ]);
    expect(read(text, 'a.json', { unit: 'milliseconds' }).account.questions).toEqual([]);
  });

  it('[D2] a line of few words and many hours does not decide the length', () => {
    const last = evening.length - 1;
    expect(
      read(srt(evening, (index) => (index === last ? { to: 4500 } : {}))).document.durationMs,
    ).toBeLessThan(150_000);
    const stray = read(
      srt(evening, (index) => (index === last ? { from: 320_400, to: 320_405 } : {})),
    ).document;
    expect(stray.durationMs).toBeLessThan(150_000);
    expect(wordsOf(stray.segments)).toEqual(spoken(evening));
    expect(stray.warnings).toMatchObject([{ code: 'timesBeyond' }]);
  });

  it('[D2] times too slow to be spoken: the length comes from the words, unless someone says otherwise', () => {
    const slow = srt(evening, (index) => ({ from: index * 9000, to: index * 9000 + 5 }));
    const { account, document } = read(slow);
    expect([document.timing, account.clock?.isPlausible]).toEqual(['estimated', false]);
    expect(document.durationMs).toBeLessThan(150_000);
    expect(account.questions).toMatchObject([{ id: 'length', assumed: 'words' }]);
    expect(read(slow, 'a.srt', { length: 'clock' }).document.timing).toBe('measured');
  });

  it('an hour before the first line is neither kept nor billed; asked, it can stay', () => {
    const late = evening.map((line) => ({ ...line, seconds: line.seconds + 36_000 }));
    const { account, document } = read(srt(late));
    expect([document.segments[0]?.startMs, document.durationMs]).toEqual([0, 143_000]);
    expect(account.questions).toMatchObject([{ id: 'origin', assumed: 'first' }]);
    const kept = read(srt(late), 'a.srt', { origin: 'keep' });
    expect([kept.document.segments[0]?.startMs, kept.document.durationMs]).toEqual([36_000_000, 143_000]);
    expect(kept.account.questions).toEqual([]);
  });
});

describe('captions', () => {
  it('[D12] signs that look like markup are words', () => {
    const text = srt(evening, (index) => ({
      words: `<i>${evening[index]?.words}</i> I <3 you if 5 < 6 & 7 > 3 &amp;`,
    }));
    const { document } = read(text);
    expect(document.segments[0]?.text).toBe(`${evening[0]?.words} I <3 you if 5 < 6 & 7 > 3 &amp;`);
  });

  it.each(['vtt', 'srt'])('[D12] rolling captions (%s): each word once', (type) => {
    const rolled = evening
      .map(
        (line, index) =>
          `${type === 'srt' ? `${index + 1}\n` : ''}${clock(line.seconds)}.000 --> ${clock(line.seconds + 6)}.000\n${evening[index - 1]?.words ?? ' '}\n${line.words}\n\n`,
      )
      .join('');
    const { document, account } = read(type === 'vtt' ? `WEBVTT\n\n${rolled}` : rolled);
    expect(wordsOf(document.segments)).toEqual(spoken(evening));
    expect(account.leftOut).toMatchObject([{ code: 'repeatsLeftOut' }]);
  });

  it('[D12] people may say the same line many times', () => {
    const same = evening.map((line) => ({ ...line, words: 'No, not again.' }));
    expect(read(srt(same)).document.segments).toHaveLength(24);
  });

  it.each([
    'Thank you for watching!',
    'ご視聴ありがとうございました',
    'Субтитры сделал DimaTorzok',
    'Untertitel der Amara.org-Community',
    'Gracias por ver el video.',
    '시청해주셔서 감사합니다.',
    'Sous-titrage ST 501',
  ])('[D2] phrases after the end cost nothing and are said: %s', (phrase) => {
    const text = srt([
      ...evening,
      ...Array.from({ length: 60 }, (_, index) => ({ name: '', words: phrase, seconds: 150 + index * 30 })),
    ]);
    const { document, account } = read(text);
    expect(document.durationMs).toBe(143_000);
    expect(account.leftOut).toMatchObject([{ code: 'phrasesLeftOut', count: 60 }]);
    expect(account.leftOut[0]?.sentence).toContain(phrase.slice(0, 10));
  });

  it('[D2] one phrase long after the end costs nothing; the same words amid speech stay', () => {
    const phrase = 'Thanks for watching!';
    const late = read(srt([...evening, { name: '', words: phrase, seconds: 3000 }]));
    expect(late.document.durationMs).toBe(143_000);
    expect(late.account.leftOut).toMatchObject([{ code: 'phrasesLeftOut', count: 1 }]);
    const amid = read(srt(evening, (index) => (index === 12 ? { words: phrase } : {})));
    expect(amid.document.segments[12]?.text).toBe(phrase);
    expect(amid.account.leftOut).toEqual([]);
    const farewell = read(srt([...evening, { name: '', words: phrase, seconds: 146 }]));
    expect(farewell.document.segments.at(-1)?.text).toBe(phrase);
  });

  it('[D2] a short line every half minute is silence', () => {
    const text = srt([
      ...evening,
      ...Array.from({ length: 9 }, (_, index) => ({
        name: '',
        words: 'Thank you.',
        seconds: 150 + index * 30,
      })),
    ]);
    const { document, account } = read(text);
    expect(document.durationMs).toBe(155_000);
    expect(account.leftOut).toMatchObject([{ code: 'phrasesLeftOut', count: 8 }]);
  });
});

describe('the account', () => {
  const table = (note: (index: number) => string) =>
    `start,end,speaker,text,notes\n${evening
      .map(
        ({ name, words, seconds }, index) =>
          `${seconds},${seconds + 5},${name},"${words}","${note(index)}"\n`,
      )
      .join('')}`;

  it('[D12] asks about words that the reader did not use, and reads the file as text if told so', () => {
    const letter = (index: number) => 'abcdefghijklmnopqrstuvwx'[index];
    const text = table((index) => `${letter(index)}orr ${letter(index)}imm ${letter(index)}ulk`);
    const { account, document } = read(text, 'a.csv');
    expect(account.words?.inFile).toBeGreaterThan((account.words?.inResult ?? 0) + 40);
    expect(account.questions).toMatchObject([
      { id: 'words', choices: [{ id: 'use' }, { id: 'text' }], assumed: 'use' },
    ]);
    expect(document.warnings.map(({ code }) => code)).toContain('wordsMissing');
    const plain = read(text, 'a.csv', { words: 'text' });
    expect(plain.document.segments.map((segment) => segment.text).join(' ')).toContain('aorr aimm aulk');
    expect(plain.account.questions).toEqual([]);
    expect(read(text, 'a.csv', { words: 'use' }).account.questions).toEqual([]);
  });

  it('does not ask where everything was used', () => {
    expect(
      read(
        table(() => ''),
        'a.csv',
      ).account.questions,
    ).toEqual([]);
  });
});

describe('encodings', () => {
  const cyrillic = (text: string) =>
    Uint8Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    });
  const russian =
    'Марла: Вы спускаетесь в погреб, и вода движется сама по себе.\nОскар: Беру меч и смотрю вокруг.\n'.repeat(
      8,
    );

  it('Windows-1251', () => {
    const document = importTranscript(cyrillic(russian));
    expect(document.speakers.map(({ label }) => label)).toEqual(['Марла', 'Оскар']);
  });

  it('[D12] DOS letters, which no decoder of the platform knows', () => {
    const dos: Record<string, number> = { ö: 0x94, ä: 0x84, ü: 0x81, ß: 0xe1 };
    const german = 'Jörg: Wir müssen über die große Brücke.\nKäthe: Schön, dann gehen wir.\n';
    const bytes = Uint8Array.from(german.repeat(4), (letter) => dos[letter] ?? letter.charCodeAt(0));
    const { document } = takeInTranscript(bytes);
    expect(document.speakers.map(({ label }) => label)).toEqual(['Jörg', 'Käthe']);
    expect(document.segments[0]?.text).toBe('Wir müssen über die große Brücke.');
  });

  it.each(['utf16le', 'swapped'])('UTF-16 without a mark, in a script that is not Latin: %s', (order) => {
    const bytes = Buffer.from(russian, 'utf16le');
    const document = importTranscript(order === 'swapped' ? bytes.swap16() : bytes);
    expect(document.speakers.map(({ label }) => label)).toEqual(['Марла', 'Оскар']);
  });

  it('[D12] a broken byte costs one character', () => {
    const bytes = Buffer.from(
      'Jörg: Für alle Städte und Flüsse.\nKäthe: Schön, über die Brücke.\n'.repeat(4),
    );
    bytes[7] = 0xff;
    const document = importTranscript(bytes);
    expect(document.segments).toHaveLength(8);
    expect(document.segments[1]?.text).toBe('Schön, über die Brücke.');
    expect(document.warnings).toMatchObject([{ code: 'charactersDamaged' }]);
  });

  it('asks which alphabet it is when nothing is sure, and takes the answer', () => {
    const bytes = Uint8Array.from([
      ...encoded('A: '),
      0xcd,
      0xe0,
      0xf2,
      ...encoded('.\nA: '),
      0xe4,
      0xe0,
      ...encoded('.'),
    ]);
    const taken = takeInTranscript(bytes, { answers: { encoding: 'windows-1251' } });
    expect(taken.document.segments[0]?.text).toBe('Нат.');
  });
});

describe('markup', () => {
  it('refuses pages without speech, and elements nested without end', () => {
    const page = '<!doctype html><html><body><p>Welcome to our page.</p><p>Read on below.</p></body></html>';
    expect(() => read(page)).toThrow('web page or XML without times or speakers');
    expect(() => read(`<tt>${'<div>'.repeat(300)}words</tt>`)).toThrow('nested too deeply');
  });

  it('[D12] unescapes what is escaped twice, and reads character data', () => {
    const text = evening
      .map(
        ({ seconds, words }) =>
          `<text start="${seconds}" dur="5">It&amp;#39;s <![CDATA[5 < 6]]> ${words}</text>`,
      )
      .join('');
    const { document } = read(`<?xml version="1.0"?><transcript>${text}</transcript>`);
    expect(document.segments[0]?.text).toBe(`It's 5 < 6 ${evening[0]?.words}`);
  });
});

describe('documents', () => {
  const docx = (body: string) =>
    zipSync({ 'word/document.xml': encoded(`<w:document><w:body>${body}</w:body></w:document>`) });
  const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

  it('reads a Word document: names and times above the words', () => {
    const body = evening.map(
      ({ name, words, seconds }) =>
        `${paragraph(`${name} 0:${String(seconds % 60).padStart(2, '0')}`)}${paragraph(words)}${paragraph('')}`,
    );
    const { document } = takeInTranscript(docx(body.slice(0, 9).join('')));
    expect(wordsOf(document.segments)).toEqual(spoken(evening.slice(0, 9)));
    expect(document.speakers).toHaveLength(3);
  });

  it.each([
    ['a PDF', encoded('%PDF-1.7 ...'), /this is a PDF\. Copy/],
    ['another zip', zipSync({ 'a.mp3': new Uint8Array(10) }), /does not contain a Word document\. Save/],
    ['half a document', docx('').slice(0, 60), /damaged\. Open/],
    ['half a JSON', encoded('{"segments":[{"start":0,"text":"hel'), /not valid JSON\. Export/],
    ['no text', Uint8Array.from({ length: 400 }, (_, at) => (at * 7) % 32), /not text\. Export/],
    ['nothing', new Uint8Array(), /no words\. Choose/],
    ['captions without words', encoded('WEBVTT\n\n'), /no words\. Choose/],
  ])('refuses %s by what it is, and says what to do', (_, bytes, words) => {
    expect(() => importTranscript(bytes)).toThrow(words);
  });
});
