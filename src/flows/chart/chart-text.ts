/** Generous estimates without a browser, by classes of letters. */

const narrow = new Set([..."iljtfI.,:;'|!()[] "]);
const wide = new Set([...'mwMWABCDGHNOQRUVXYZ@%&']);

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
