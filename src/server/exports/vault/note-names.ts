import { createHash } from 'node:crypto';
import { safeFileName } from '../file-names.ts';

/** File systems take 255 bytes; a folder and an ending need some of them. */
const mostBytes = 160;
/** What Obsidian takes for a part of a link, as in `[[Note#Heading]]`, or for a mark around it. */
const linkSigns = /[#^[\]%`*~$=]/g;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The name of the note of something, the same in every export. A name that no file can have is shortened to what one can,
 * with a sign of the whole name behind it, so that two such names stay apart.
 */
export function noteName(name: string, otherwise: string): string {
  const whole = name.normalize('NFC').trim();
  const safe = cutToBytes(safeFileName(whole.replace(linkSigns, ' '), otherwise));
  if (safe === whole) return safe;
  return `${safe} ${createHash('sha256').update(whole.toLowerCase()).digest('hex').slice(0, 6)}`;
}

function cutToBytes(name: string): string {
  let kept = '';
  for (const { segment } of graphemes.segment(name)) {
    if (Buffer.byteLength(kept + segment) > mostBytes) break;
    kept += segment;
  }
  // Nor the ending of a note: a link to "The list.md" leads to the note "The list".
  return kept.replace(/(?:\.md|[. ])+$/i, '');
}

/** Names that differ by case or by how their accents are encoded are one. */
export const sameName = (name: string): string => name.normalize('NFC').trim().toLowerCase();
