/** Generous estimates without a browser, by classes of letters. */

const narrow = new Set([..."iljtfI.,:;'|!()[] "]);
const wide = new Set([...'mwMWABCDGHNOQRUVXYZ@%&']);

export const round = (value: number): string => String(Math.round(value * 10) / 10);

/** In pixels. */
export function textWidth(text: string, size: number, isBold = false): number {
  let units = 0;
  for (const letter of text) {
    units += narrow.has(letter) ? 0.37 : wide.has(letter) ? 0.86 : 0.61;
  }
  return Math.ceil(units * size * (isBold ? 1.06 : 1));
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A word that is longer than a line has one of its own. */
export function wrapToWidth(text: string, width: number, size: number, isBold = false): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size, isBold) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
