import { createHash } from 'node:crypto';
import { safeFileName } from '../file-names.ts';

/** File systems take 255 bytes; a folder and an ending need some of them. */
const mostBytes = 160;
/** Characters that Obsidian treats as part of a link, as in `[[Note#Heading]]`, or as markup around it. */
const linkSigns = /[#^[\]%`*~$=]/g;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The name of a note, the same in every export. Replaces characters that file names cannot have, and shortens
 * long names, with a hash of the whole name so that two such names stay distinct.
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
  // Nor may it end like a note's file: a link to "The list.md" leads to the note "The list".
  return kept.replace(/(?:\.md|[. ])+$/i, '');
}

/** Names that differ only by case or by the encoding of accents are the same. */
export const sameName = (name: string): string => name.normalize('NFC').trim().toLowerCase();
