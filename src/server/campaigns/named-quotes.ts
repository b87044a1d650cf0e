import type { Line } from '#contract/analysis-result.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';

/** What a speaker is to be called; null: as they are. */
export type NameOf = (label: string) => string | null;

/** Quotations with their speakers: as they are, and as they become. */
export type NamedQuotes = ReadonlyMap<string, string>;

const spoken = /^([^“”]+): (“[^“”]*”)$/u;
/** Words that lost a sign of Markdown have no marks. */
const unmarked = /^([^:“”]+): ([^“”]+)$/u;
const lead = /^(?:; |\s*(?:(?:[-*+>]|\d+[.)])\s+)?(?:\*\*[^*“”]+\*\*: )?)/u;

/** Of a section: “Speaker 1: “We go.””, and ““We go.” — Speaker 1” where somebody quotes a line. */
export function quotesNamed(body: string, lines: readonly Line[], nameOf: NameOf): NamedQuotes {
  const found = new Map<string, string>();
  const add = (label: string, textOf: (name: string) => string) => {
    const name = nameOf(label);
    if (name !== null) found.set(textOf(label), textOf(withoutMarkdown(name)));
  };
  const alone = new Set<string>();
  for (const { text } of lines) {
    const [, label, said] = spoken.exec(text) ?? unmarked.exec(text) ?? [];
    if (label !== undefined) add(label, (name) => `${name}: ${said}`);
    else if (text.startsWith('“')) alone.add(text);
  }
  if (alone.size > 0)
    for (const [, said = '', label = ''] of body.matchAll(/(“[^“”]*”) — ([^“”\n]+)$/gmu))
      if (alone.has(said)) add(label.trim(), (name) => `${said} — ${name}`);
  return found;
}

export const reversed = (quotes: NamedQuotes): NamedQuotes =>
  new Map([...quotes].map(([from, to]) => [to, from]));

/** One row of a text: “- **Asked of the table**: Speaker 1: “Who?”; Lena: “We.””. */
export function withNames(row: string, quotes: NamedQuotes): string {
  if (quotes.size === 0) return row;
  const own = quotes.get(row);
  if (own !== undefined) return own;
  const parts = row.split(/(“[^“”]*”)/u);
  const named = parts.map((before, at) => {
    const said = parts[at + 1];
    if (at % 2 === 1) return before;
    const after =
      at > 1 && said === undefined ? quotes.get(`${parts[at - 1]}${before.trimEnd()}`) : undefined;
    if (after !== undefined) return after.slice(parts[at - 1]?.length);
    return piecesNamed(before, said, quotes);
  });
  return named.join('');
}

/** What is before a quotation, or after the last: several may have lost their marks. */
function piecesNamed(text: string, said: string | undefined, quotes: NamedQuotes): string {
  const [start = ''] = lead.exec(text) ?? [];
  const nameIn = (piece: string, words: string) => {
    const to = quotes.get(piece + words);
    return to === undefined ? null : to.slice(0, to.length - words.length);
  };
  const rest = text.slice(start.length);
  const whole = nameIn(rest, said ?? '');
  if (whole !== null) return start + whole;
  const pieces = rest.split('; ');
  return (
    start +
    pieces.map((piece, at) => nameIn(piece, at === pieces.length - 1 ? (said ?? '') : '') ?? piece).join('; ')
  );
}

export const linesNamed = (lines: readonly Line[], quotes: NamedQuotes): Line[] =>
  quotes.size === 0 ? [...lines] : lines.map((line) => ({ ...line, text: withNames(line.text, quotes) }));
