import { markdownPieces, openEnding } from '#contract/markdown/pieces.ts';
import { type Nodes, parsedMarkdown } from '#contract/markdown/tree.ts';

export const placeOf = ({ position }: Nodes): { start: number; end: number } => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

export const sliceOf = (text: string, node: Nodes): string => {
  const { start, end } = placeOf(node);
  return text.slice(start, end);
};

/** Without such a line there is nothing to parse. */
const highHeading = /^ {0,3}(?:#{1,2}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/m;
const closers = ['-->', '</script>', '?>', ']]>', '>'];

/** Otherwise they would swallow what follows. */
export function closedBody(body: string): string {
  if (!/`{3}|~{3}|</.test(body)) return body;
  if (markdownPieces(body).length > 1) {
    const open = openEnding(body);
    return open === '' ? body : `${body}\n${open}`;
  }
  const longest: Record<string, string> = { '`': '', '~': '' };
  for (const [, signs = ''] of body.matchAll(/^[ \t]*(`{3,}|~{3,})/gm)) {
    const sign = signs.slice(0, 1);
    if (signs.length > (longest[sign]?.length ?? 0)) longest[sign] = signs;
  }
  const endings = ['', ...[...Object.values(longest), ...closers].filter(Boolean).map((end) => `\n${end}`)];
  const ending = endings.find((end) => endsAtRoot(`${body}${end}`)) ?? '';
  return `${body}${ending}`;
}

function endsAtRoot(text: string): boolean {
  const last = parsedMarkdown(`${text}\n\n# end`, 'file').children.at(-1);
  return last?.type === 'heading' && placeOf(last).start === text.length + 2;
}

/** Moves headings down together until none is above level 3. */
export function demoted(body: string): string {
  if (!highHeading.test(body)) return body;
  const headings = parsedMarkdown(body, 'file').children.filter((node) => node.type === 'heading');
  const shift = headings.reduce((most, { depth }) => Math.max(most, 3 - depth), 0);
  if (shift === 0) return body;
  let shifted = '';
  let from = 0;
  for (const node of headings) {
    const { start, end } = placeOf(node);
    const signs = '#'.repeat(Math.min(6, node.depth + shift));
    shifted += `${body.slice(from, start)}${`${signs} ${headingText(body.slice(start, end))}`.trimEnd()}`;
    from = end;
  }
  return shifted + body.slice(from);
}

export function headingText(source: string): string {
  const [, , text] = /^(#{1,6})(?:[ \t]+|$)([\s\S]*)$/.exec(source) ?? [];
  const words = text ?? source.replace(/\n[^\n]*$/, '');
  return words.replace(/\s+/g, ' ').trim();
}
