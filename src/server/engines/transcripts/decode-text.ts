import type { Warning } from '#contract/transcript.ts';
import { warningOf } from './draft.ts';
import { unreadable } from './errors.ts';

export interface DecodedText {
  text: string;
  warnings: Warning[];
}

/** Decodes UTF-8 or UTF-16, else Windows-1252 with a warning. @throws TranscriptImportError */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { text, warnings } = decode(bytes);
  if (looksBinary(text.slice(0, 20_000))) throw unreadable('this file is not text.');
  return { text: text.replace(/^\ufeff/, '').replace(/\r\n?|\u2028|\u2029/g, '\n'), warnings };
}

function decode(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), warnings: [] };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), warnings: [] };
  const zeros = zeroShares(bytes.subarray(0, 2000));
  if (zeros.odd > 0.4 && zeros.even < 0.1)
    return { text: new TextDecoder('utf-16le').decode(bytes), warnings: [] };
  if (zeros.even > 0.4 && zeros.odd < 0.1)
    return { text: new TextDecoder('utf-16be').decode(bytes), warnings: [] };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), warnings: [] };
  } catch {
    const message = 'This file is not UTF-8; it was read as Windows-1252. Check names with accents.';
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      warnings: [warningOf('encodingGuessed', message)],
    };
  }
}

/** In UTF-16, every second byte of Latin text is zero. */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of bytes.entries())
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  const half = Math.max(1, bytes.length / 2);
  return { even: even / half, odd: odd / half };
}

function looksBinary(sample: string): boolean {
  const strange = sample.match(/(?![\t\n\f\r\v])[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return strange > sample.length / 200;
}
