import { normalized } from '#contract/normalized.ts';
import type { FontMetrics } from './font-metrics.ts';

interface TextBox {
  metrics: FontMetrics;
  fontSize: number;
  width: number;
  mostLines: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ELLIPSIS = '…';

/** '' if the font cannot draw most of it: emoji disappear, and so do titles in a script that it lacks. */
export function drawable(text: string, metrics: FontMetrics): string {
  const kept: string[] = [];
  let letters = 0;
  let keptLetters = 0;
  for (const { segment } of graphemes.segment(
    normalized(text.slice(0, 4000)).replace(/\s+/gu, ' ').slice(0, 1000),
  )) {
    const isLetter = /[\p{L}\p{N}]/u.test(segment);
    const isKept = [...segment].every((character) => metrics.width(character.codePointAt(0) ?? 0) !== null);
    if (isLetter) letters += 1;
    if (isLetter && isKept) keptLetters += 1;
    if (isKept) kept.push(segment);
  }
  if (keptLetters * 4 < letters * 3 || keptLetters === 0) return '';
  return kept.join('').replace(/ +/g, ' ').trim();
}

export const widthOf = (text: string, { metrics, fontSize }: Pick<TextBox, 'metrics' | 'fontSize'>): number =>
  [...text].reduce((sum, character) => sum + (metrics.width(character.codePointAt(0) ?? 0) ?? 0), 0) *
  fontSize;

/** Cuts long words; ends with an ellipsis if the text is too long. */
export function linesOf(text: string, box: TextBox): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, box) <= box.width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cut(word, box);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') lines.push(line);
  if (lines.length <= box.mostLines) return lines;
  const shown = lines.slice(0, box.mostLines);
  return [...shown.slice(0, -1), shortened(shown.at(-1) ?? '', box)];
}

function cut(word: string, box: TextBox): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && widthOf(piece + segment, box) > box.width) {
      pieces.push(piece);
      piece = segment;
    } else piece += segment;
  }
  return [...pieces, piece];
}

function shortened(line: string, box: TextBox): string {
  let text = line;
  while (text !== '' && widthOf(text + ELLIPSIS, box) > box.width) text = text.slice(0, -1);
  return `${text.replace(/[\s,;:.–-]+$/u, '')}${ELLIPSIS}`;
}
