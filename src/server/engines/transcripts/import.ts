import type { TranscriptDocument } from '#contract/transcript.ts';
import { readCaptions } from './captions.ts';
import { decodeText } from './decode-text.ts';
import { type Draft, documentOf } from './draft.ts';
import { empty, refuseBeyond, TranscriptImportError, unreadable } from './errors.ts';
import { readJson } from './json.ts';
import { transcriptLimits } from './limits.ts';
import { readPlainText } from './plain-text.ts';

export { TranscriptImportError };

export const MOST_TRANSCRIPT_BYTES = transcriptLimits.bytes;

export type TranscriptFormat = 'vtt' | 'srt' | 'json' | 'text';

/** The name only decides ambiguous cases. @throws TranscriptImportError */
export async function importTranscript(
  bytes: Uint8Array,
  options: { fileName?: string | null } = {},
): Promise<TranscriptDocument> {
  refuseBeyond('bytes', bytes.length);
  refuseBeyond('lines', linesIn(bytes));
  const { text, warnings } = decodeText(bytes);
  if (text.trim() === '') {
    throw empty();
  }
  if (/^\s*<(?:!doctype|html|\?xml)\b/i.test(text)) throw unreadable('this is a web page or XML.');
  const read = await readFormat(text, transcriptFormat(text, options.fileName ?? '')).catch(damaged);
  const document =
    'source' in read ? read : documentOf({ ...read, warnings: [...warnings, ...(read.warnings ?? [])] });
  refuseBeyond('speakers', document.speakers.length);
  refuseBeyond('warnings', document.warnings.length);
  for (const { text: words } of document.segments) refuseBeyond('characters', words.length);
  return document;
}

function damaged(error: unknown): never {
  if (error instanceof TranscriptImportError) throw error;
  throw unreadable('it is damaged.', { cause: error });
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1))
    if ((bytes[at - 1] ?? 0) > 0x20) lines += 1;
  return lines;
}

/** "[laughs]" is text: only what parses is JSON. Spaces without line breaks: `\s` takes quadratic time. */
export function transcriptFormat(text: string, fileName: string): TranscriptFormat {
  const start = text.trimStart();
  if (/^WEBVTT(?:\s|$)/.test(start)) return 'vtt';
  if (/^(?:\d+[^\S\n]*\n)?\s*\d{1,4}:\d{2}:\d{2}[.,]\d{1,3}\s*-->/.test(start)) return 'srt';
  if (/^(?:\{|\[\s*[{[\]])/.test(start)) return 'json';
  if (/^[^\S\n]*(?:\d{1,4}:)?\d{2}:\d{2}[.,]\d{1,3}[^\S\n]*-->[^\S\n]*(?:\d{1,4}:)?\d{2}:\d{2}/m.test(text)) {
    return /\.vtt$/i.test(fileName) ? 'vtt' : 'srt';
  }
  return 'text';
}

async function readFormat(text: string, format: TranscriptFormat): Promise<Draft | TranscriptDocument> {
  if (format === 'json') return readJson(text);
  return format === 'text' ? readPlainText(text) : readCaptions(text, format);
}
