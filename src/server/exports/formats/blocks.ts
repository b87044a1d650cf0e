import { fromMarkdown } from 'mdast-util-from-markdown';

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];

export const placeOf = (node: { position?: Root['position'] }): { start: number; end: number } => ({
  start: node.position?.start.offset ?? 0,
  end: node.position?.end.offset ?? 0,
});

export const sliceOf = (text: string, node: { position?: Root['position'] }): string => {
  const { start, end } = placeOf(node);
  return text.slice(start, end);
};

/** Without such a line there is nothing to parse. */
const highHeading = /^ {0,3}(?:#{1,2}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/m;
const closers = ['-->', '</script>', '?>', ']]>', '>'];

/** Otherwise they would swallow what follows. */
export function closedBody(body: string): string {
  if (!/`{3}|~{3}|</.test(body)) return body;
  const fences = [...body.matchAll(/^[ \t]*(`{3,}|~{3,})/gm)].map(([, signs]) => signs ?? '');
  const longest = (sign: string) =>
    sign.repeat(Math.max(0, ...fences.filter((one) => one.startsWith(sign)).map(({ length }) => length)));
  const endings = ['', ...[longest('`'), longest('~'), ...closers].filter(Boolean).map((end) => `\n${end}`)];
  const ending = endings.find((end) => endsAtRoot(`${body}${end}`)) ?? '';
  return `${body}${ending}`;
}

function endsAtRoot(text: string): boolean {
  const last = fromMarkdown(`${text}\n\n# end`).children.at(-1);
  return last?.type === 'heading' && placeOf(last).start === text.length + 2;
}

/** Moves headings down together until none is above level 3. */
export function demoted(body: string): string {
  if (!highHeading.test(body)) return body;
  const headings = fromMarkdown(body).children.filter((node) => node.type === 'heading');
  const shift = 3 - Math.min(3, ...headings.map(({ depth }) => depth));
  if (shift === 0) return body;
  return headings.toReversed().reduce((text, node) => {
    const { start, end } = placeOf(node);
    const signs = '#'.repeat(Math.min(6, node.depth + shift));
    return `${text.slice(0, start)}${`${signs} ${headingText(text.slice(start, end))}`.trimEnd()}${text.slice(end)}`;
  }, body);
}

export function headingText(source: string): string {
  const [, , text] = /^(#{1,6})(?:[ \t]+|$)([\s\S]*)$/.exec(source) ?? [];
  const words = text ?? source.replace(/\n[^\n]*$/, '');
  return words.replace(/\s+/g, ' ').trim();
}
