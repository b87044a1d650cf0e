import type { IntakeAccount } from '#contract/intake-account.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { type CaptionFormat, captionTiming, readCaptions } from './captions.ts';
import { decodeText } from './decode-text.ts';
import { documentOf, type Read } from './draft.ts';
import type { Draft } from './draft-lines.ts';
import { empty, refuseBeyond, TranscriptImportError, undecided, unreadable } from './errors.ts';
import { readJson } from './json.ts';
import { transcriptLimits } from './limits.ts';
import { isMarkup, readMarkup } from './markup.ts';
import { readPlainText } from './plain-text.ts';
import { checkAgainst, isMuch } from './raw-words.ts';
import { readRecords } from './records.ts';
import { isSubstation, readSubstation } from './substation.ts';
import { readTable } from './table.ts';
import { isZip, readWordDocument } from './word-document.ts';
import { wordsIn } from './words.ts';

export { TranscriptImportError };

export const MOST_TRANSCRIPT_BYTES = transcriptLimits.bytes;

export type TranscriptFormat = CaptionFormat | 'ass' | 'json' | 'text';

const FENCED_SHARE = 0.8;

interface Options {
  fileName?: string | null;
  /** To the account's questions. */
  answers?: Readonly<Record<string, string>>;
}

/** Without the account. @throws TranscriptImportError */
export const importTranscript = (bytes: Uint8Array, options: Options = {}): TranscriptDocument =>
  takeInTranscript(bytes, options).document;

/** The name only decides ambiguous cases. @throws TranscriptImportError */
export function takeInTranscript(bytes: Uint8Array, options: Options = {}): Read {
  refuseBeyond('bytes', bytes.length);
  refuseOtherKinds(bytes);
  if (isZip(bytes)) return checked(readText(readWordDocument(bytes), options));
  refuseBeyond('lines', linesIn(bytes));
  const { text, warnings, question } = decodeText(bytes, options.answers);
  if (question) throw undecided([question]);
  if (text.trim() === '') throw empty();
  const { document, account } = readText(text, options);
  return checked({ document: { ...document, warnings: [...warnings, ...document.warnings] }, account });
}

function readText(given: string, options: Options): Read {
  const text = withinFence(given).replace(/^sep=.\n/i, '');
  const { answers = {}, fileName } = options;
  const asText = answers.words === 'text';
  if (isMarkup(text)) return readElements(text, answers);
  const read = whole(() => (asText ? rowsAsLines(text) : readFormat(text, fileName ?? '')));
  return 'source' in read
    ? { document: read, account: accountOf(read) }
    : withAllWords(documentOf(read, answers), text, answers);
}

/** What a chat model puts between "```json" and "```". */
function withinFence(text: string): string {
  const from = text.indexOf('```');
  const to = text.lastIndexOf('\n```');
  const lineEnd = text.indexOf('\n', from);
  const isWhole = from >= 0 && lineEnd >= 0 && to - lineEnd > text.length * FENCED_SHARE;
  return isWhole ? text.slice(lineEnd + 1, to) : text;
}

function readElements(text: string, answers: Readonly<Record<string, string>>): Read {
  return whole(() => {
    const { draft, plain } = readMarkup(text);
    const read = draft ?? readTable(cellsOf(plain)) ?? readPlainText(plain);
    const known = read.lines.filter(({ speaker, start }) => speaker !== null || start !== null).length;
    if (known * 2 < read.lines.length)
      throw unreadable('this is a web page or XML without times or speakers.');
    const drafted = answers.words === 'text' ? rowsAsLines(plain) : read;
    return withAllWords(documentOf(drafted, answers), plain, answers);
  });
}

/** The rows of a page's table, if most of it is one. */
function cellsOf(plain: string): string {
  const rows = plain.split('\n').filter((row) => row !== '');
  const cells = rows.filter((row) => row.includes('\t'));
  return cells.length * 2 > rows.length ? cells.join('\n') : plain;
}

const rowsAsLines = (text: string): Draft => ({
  format: 'plain text',
  lines: text.split('\n').map((row) => ({ speaker: null, text: row, start: null, end: null })),
});

/** Counts the words of the file once more, whatever its format, and asks if the reader lost some. */
function withAllWords(
  { document, account }: Read,
  text: string,
  answers: Readonly<Record<string, string>>,
): Read {
  const { words } = account;
  if (words === null) return { document, account };
  const { segments, speakers } = document;
  const found = checkAgainst(text, {
    texts: segments.map((segment) => segment.text),
    names: speakers.map(({ label }) => label),
    otherWords: words.inFile - words.inResult,
    lines: segments.length,
  });
  if (!isMuch(found, document.engine === 'json')) return { document, account };
  const counted = { ...account, words: { ...words, inFile: words.inFile + found.missing } };
  const sentence = `${found.missing} words of this file are not in the transcript that we read from it (${words.inResult} words).`;
  return {
    document: {
      ...document,
      warnings: [
        ...document.warnings,
        { code: 'wordsMissing', message: sentence, startMs: null, endMs: null },
      ],
    },
    account: {
      ...counted,
      questions:
        answers.words !== undefined
          ? account.questions
          : [
              ...account.questions,
              {
                id: 'words',
                sentence,
                choices: [
                  { id: 'use', label: `Use the ${words.inResult} words`, lengthMs: document.durationMs },
                  { id: 'text', label: 'Read it as plain text', lengthMs: null },
                ],
                assumed: 'use',
              },
            ],
    },
  };
}

function whole<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof TranscriptImportError) throw error;
    throw unreadable('it is damaged.', undefined, { cause: error });
  }
}

function checked(read: Read): Read {
  const { document } = read;
  refuseBeyond('speakers', document.speakers.length);
  refuseBeyond('warnings', document.warnings.length);
  for (const { text: words } of document.segments) refuseBeyond('characters', words.length);
  return read;
}

/** Files that people take for transcripts, with what to do. */
function refuseOtherKinds(bytes: Uint8Array): void {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 8));
  if (head.startsWith('%PDF'))
    throw unreadable(
      'this is a PDF.',
      'Copy its text into a text file, or export the transcript as text or VTT.',
    );
  if (head.startsWith('{\\rtf'))
    throw unreadable('this is a rich text document.', 'Save it as plain text or as .docx.');
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw unreadable('this is an old Word document.', 'Save it as .docx or as plain text.');
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1))
    if ((bytes[at - 1] ?? 0) > 0x20) lines += 1;
  return lines;
}

/** "[laughs]" is text: only what parses is JSON. Spaces without line breaks: `\s` takes quadratic time. */
function transcriptFormat(text: string, fileName: string): TranscriptFormat {
  const start = text.trimStart();
  if (/^WEBVTT(?:\s|$)/.test(start)) return 'vtt';
  if (isSubstation(start)) return 'ass';
  if (/^(?:\{(?!\d+\}\{)|\[(?!\[\d+:)\s*[{[\]])/.test(start)) return 'json';
  const lines = text.split('\n');
  const timings = lines.filter((line) => captionTiming(line)).length;
  if (timings === 0) return 'text';
  if (/\.vtt$/i.test(fileName)) return 'vtt';
  const arrows = lines.filter((line) => /->|[–—]>|→|⇒/.test(line) && captionTiming(line)).length;
  return arrows * 2 >= timings ? 'srt' : 'sbv';
}

function readFormat(text: string, fileName: string): Draft | TranscriptDocument {
  const format = transcriptFormat(text, fileName);
  if (format === 'json') return readJson(text);
  if (format === 'ass') return readSubstation(text);
  if (format !== 'text') return readCaptions(text, format);
  return readRecords(text) ?? readTable(text) ?? readPlainText(text);
}

/** Of a document of our own, which is taken as it is. */
function accountOf({ segments, speakers, durationMs }: TranscriptDocument): IntakeAccount {
  const words = segments.reduce((sum, { text }) => sum + wordsIn(text), 0);
  const firstMs = segments[0]?.startMs ?? null;
  return {
    words: { inFile: words, inResult: words },
    clock: { unit: 'milliseconds', origin: 'zero', firstMs, wordsPerMinute: null, isPlausible: true },
    parts: [
      { part: 'times', found: segments.length, used: segments.length },
      { part: 'names', found: speakers.length, used: speakers.length },
    ],
    length: { headerMs: null, containerMs: null, decodedMs: null, usedMs: durationMs },
    leftOut: [],
    questions: [],
  };
}
