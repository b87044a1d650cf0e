import { unzipSync } from 'fflate';
import { unreadable } from './errors.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MAIN_PARTS = new Set(['word/document.xml', 'content.xml']);

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  (bytes[2] === 3 || bytes[2] === 5) &&
  (bytes[3] === 4 || bytes[3] === 6);

/** The text of a Word or OpenDocument file, a paragraph a line. @throws TranscriptImportError */
export function readWordDocument(bytes: Uint8Array): string {
  let isTooLarge = false;
  const parts = unpacked(bytes, (name, size) => {
    if (!MAIN_PARTS.has(name)) return false;
    if (size > MOST_BYTES) isTooLarge = true;
    return size <= MOST_BYTES;
  });
  const main = parts['word/document.xml'] ?? parts['content.xml'];
  if (isTooLarge) throw unreadable('this document is too large inside.', 'Save it as plain text.');
  if (!main)
    throw unreadable('this zip does not contain a Word document.', 'Save the transcript as text or VTT.');
  return textOf(new TextDecoder().decode(main));
}

function unpacked(
  bytes: Uint8Array,
  takes: (name: string, size: number) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ name, originalSize }) => takes(name, originalSize) });
  } catch (error) {
    throw unreadable('this document is damaged.', 'Open it, and save it as plain text.', { cause: error });
  }
}

const TOKEN = /<[^<>]*>|[^<>]+/g;

function textOf(xml: string): string {
  let text = '';
  let isText = false;
  let isDeleted = false;
  const isWord = xml.includes('<w:');
  for (const [token] of xml.matchAll(TOKEN)) {
    if (!token.startsWith('<')) {
      if (isText && !isDeleted) text += unescaped(token);
      continue;
    }
    const name = /^<\/?([\w:]+)/.exec(token)?.[1] ?? '';
    const isEnd = token.startsWith('</');
    const isEmpty = token.endsWith('/>');
    if (name === 'w:t') isText = !isEnd && !isEmpty;
    else if (name === 'w:del' && !isEmpty) isDeleted = !isEnd;
    else if (name === 'w:tab' || name === 'text:tab') text += '\t';
    else if (name === 'w:br' || name === 'w:cr' || name === 'text:line-break') text += '\n';
    else if (name === 'text:s') text += ' ';
    else if (isEnd && (name === 'w:tc' || name === 'table:table-cell')) text = `${text.replace(/\n$/, '')}\t`;
    else if ((isEnd || isEmpty) && (name === 'w:p' || name === 'text:p' || name === 'text:h')) text += '\n';
    else if (isEnd && (name === 'w:tr' || name === 'table:table-row')) text = `${text.replace(/\t$/, '')}\n`;
    if (!isWord && (name === 'text:p' || name === 'text:h') && !isEmpty) isText = !isEnd;
  }
  return text;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
