import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../html.ts';
import { type Face, metricsOf, runsOf } from './picture-fonts.ts';
import { drawable, linesOf, widthOf } from './picture-text.ts';

export interface PreviewWords {
  kicker: string;
  title: string;
  day: string;
}

export const previewSize = { width: 1200, height: 630 };

const drawings: { art: string; logo: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'drawings.json'), 'utf8'),
);
const colours = { night: '#17120e', paper: '#f2e7d3', ember: '#f3a75f', dim: '#bcaa8f' };
const left = 72;
const width = 690;
const fallbackTitle = 'Session notes';

/** 1200 × 630. */
export function previewSvg(words: PreviewWords): string {
  const book = metricsOf('book');
  const plain = metricsOf('plain');
  const title = drawable(words.title, book) || drawable(words.kicker, book) || fallbackTitle;
  const sizes = [76, 62, 50];
  const fitting = sizes.find(
    (fontSize) => linesOf(title, { metrics: book, fontSize, width, mostLines: 99 }).length <= 3,
  );
  const fontSize = fitting ?? 50;
  const lines = linesOf(title, { metrics: book, fontSize, width, mostLines: fitting === undefined ? 4 : 3 });
  const kickerText = drawable(words.kicker, plain);
  const [kicker = ''] =
    kickerText === title ? [] : linesOf(kickerText, { metrics: plain, fontSize: 30, width, mostLines: 1 });
  const lineHeight = Math.round(fontSize * 1.08);
  const height = lines.length * lineHeight + (kicker === '' ? 0 : 44);
  let y = Math.round(338 - height / 2);
  const parts: string[] = [];
  if (kicker !== '') {
    parts.push(text(kicker, { y: y + 26, size: 30, face: 'plain', fill: colours.ember }));
    y += 44;
  }
  for (const line of lines) {
    parts.push(
      text(line, { y: y + Math.round(fontSize * 0.82), size: fontSize, face: 'book', fill: colours.paper }),
    );
    y += lineHeight;
  }
  const foot = drawable(words.day, plain) || 'Less note-taking, more world-building';
  parts.push(text(foot, { y: 560, size: 28, face: 'plain', fill: colours.dim }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${previewSize.width}" height="${previewSize.height}">`,
    `<rect width="1200" height="630" fill="${colours.night}"/>`,
    `<g transform="translate(764 254) scale(.79)" fill="none" stroke-linecap="round" stroke-linejoin="round">${drawings.art}</g>`,
    `<rect y="616" width="1200" height="14" fill="${colours.ember}"/>`,
    `<g transform="translate(${left} 60) scale(1.625)">${drawings.logo}</g>`,
    text('Hearthscribe', { x: left + 70, y: 98, size: 36, face: 'book', fill: colours.paper }),
    ...parts,
    '</svg>',
  ].join('');
}

const families: Readonly<Record<Face, string>> = { book: 'Alegreya', plain: 'Alegreya Sans' };

/** Separately, because the library loses texts that return to an earlier file. */
function text(
  words: string,
  { x = left, y, size, face, fill }: { x?: number; y: number; size: number; face: Face; fill: string },
): string {
  const box = { metrics: metricsOf(face), fontSize: size };
  let at = x;
  return runsOf(words, face)
    .map((run) => {
      const placed = `<text x="${at.toFixed(1)}" y="${y}" font-family="${families[face]}" font-weight="${run.weight}" font-size="${size}" fill="${fill}" xml:space="preserve">${escapeHtml(run.text)}</text>`;
      at += widthOf(run.text, box);
      return placed;
    })
    .join('');
}
