import type { Line } from '#contract/analysis-result.ts';
import { linesOf } from '#contract/markdown/pieces.ts';
import { rowsOf } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { hasText, placeIn } from '#contract/place-in.ts';
import { withRows } from './rows-left.ts';

type Text = Pick<NotesSection, 'body' | 'lines'>;

const rowOf = (rows: readonly string[], { text }: Line): number =>
  rows.findIndex((row) => hasText(row, text));

/** The line as a list item, in the order of the evening among those that the section has; under a heading of its own if one is given. */
export function withLine<Section extends Text>(section: Section, line: Line, heading?: string): Section {
  if (
    section.lines.some((each) => each.text === line.text && each.evidence.startMs === line.evidence.startMs)
  )
    return section;
  const rows = section.body === '' ? [] : Array.from(linesOf(section.body), ({ text }) => text);
  const from = heading === undefined ? -1 : rows.indexOf(heading);
  const next =
    from < 0 ? -1 : rowsOf(section.body).findIndex(({ kind }, at) => at > from && kind === 'heading');
  const end = next < 0 ? rows.length : next;
  const placed = section.lines.flatMap((each) => {
    const row = rowOf(rows, each);
    return row > from && row < end ? [{ row, startMs: each.evidence.startMs }] : [];
  });
  const later = placed.filter(({ startMs }) => startMs > line.evidence.startMs).map(({ row }) => row);
  const earlier = placed.filter(({ startMs }) => startMs <= line.evidence.startMs).map(({ row }) => row);
  const item = `- ${line.text}`;
  const at =
    earlier.length > 0
      ? Math.max(...earlier) + 1
      : later.length > 0
        ? Math.min(...later)
        : from < 0
          ? rows.length
          : from + 1;
  const isApart = placed.length === 0 && at > 0 && rows[at - 1] !== '';
  const added = isApart ? ['', item] : [item];
  return {
    ...section,
    body: rows.toSpliced(at, 0, ...added).join('\n'),
    lines: inOrder([...section.lines, line]),
  };
}

const inOrder = (lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => a.evidence.startMs - b.evidence.startMs);

/** Without the line, if it has a row of its own; words that were written beside it stay. */
export function withoutLine<Section extends Text>(section: Section, line: Line): Section {
  const rows = rowsOf(section.body);
  const sources = rows.map(({ signs, marker, text }) => signs + marker + text);
  const at = rowOf(sources, line);
  const lines = section.lines.filter((each) => each !== line);
  const row = rows[at];
  if (row === undefined) return { ...section, lines };
  const isInText = hasText(row.text, line.text);
  const mark = isInText ? row.signs + row.marker : '';
  const text = isInText ? row.text : (sources[at] ?? '');
  const start = placeIn(text, line.text);
  const rest = text.slice(0, start) + text.slice(start + line.text.length);
  const body = withRows(
    section.body,
    sources.map((source, each) => (each !== at ? source : rest.trim() === '' ? null : mark + rest)),
  );
  return { ...section, body, lines };
}
