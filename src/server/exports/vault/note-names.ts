import { createHash } from 'node:crypto';
import { normalized } from '#contract/normalized.ts';
import { safeFileName } from '../file-names.ts';

/** File systems allow 255 bytes, including a folder and an ending. */
const mostBytes = 160;
/** Obsidian treats them as part of a link, as in `[[Note#Heading]]`, or as markup. */
const linkSigns = /[#^[\]%`*~$=]/g;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The same in every export. Shortened names get a hash, to stay distinct. */
export function noteName(name: string, otherwise: string): string {
  const whole = normalized(name).trim();
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
  // A link to "The list.md" leads to the note "The list".
  return kept.replace(/(?:\.md|[. ])+$/i, '');
}

/** Ignores case and the encoding of accents. */
export const sameName = (name: string): string => normalized(name).trim().toLowerCase();
