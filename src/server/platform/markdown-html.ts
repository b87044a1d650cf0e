import type { Attributes, Pen } from '#contract/markdown/draw.ts';

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapedText = (words: string): string => words.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

export function htmlElement(tag: string, attributes: Attributes, inner: string): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapedText(value)}"`);
  const start = `<${tag}${given.join('')}`;
  return tag === 'hr' || tag === 'br' ? `${start} />` : `${start}>${inner}</${tag}>`;
}

export const htmlPen = (written = escapedText): Pen<string> => ({
  text: written,
  element: (tag, attributes, children) => htmlElement(tag, attributes, children.join('')),
});
