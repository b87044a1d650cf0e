import { type Row, rowsOf } from '#contract/markdown/rows.ts';
import { type Block, blocksOf, isLoneMarker, suspicious } from '#contract/note-blocks.ts';
import { isInside, readersOfLines } from '#contract/visibility.ts';

/** Null: nothing is left of it. */
type RowLeft = string | null;

/** A row of the text that was `from` in it before. */
interface Written {
  from: number | null;
  text: string;
}

const hidden = '<!-- gm --> ';
const MOST_MARKED = 3;

/**
 * A body with its rows as they are left. Nobody reads more of it than before: signs and marker of a row stay for what is
 * still inside it, and what would be shown otherwise is marked for the game master.
 */
export function withRows(body: string, left: readonly RowLeft[]): string {
  const rows = rowsOf(body);
  const kept = withoutUnderlines(rows, withMarks(body, rows, left));
  let written = kept.flatMap((text, from): Written[] => (text === null ? [] : [{ from, text }]));
  const textOf = () => written.map(({ text }) => text).join('\n');
  if (!suspicious.test(body) && !suspicious.test(textOf())) return textOf();
  const before = readersOfLines(body);
  for (let round = 0; ; round += 1) {
    const after = readersOfLines(textOf());
    const isShown = written.map(({ from, text }, at) => {
      const known = before[from ?? -1];
      return (
        known !== undefined &&
        text.trim() !== '' &&
        (after[at] ?? []).some((one, of) => one > (known[of] ?? 0))
      );
    });
    if (!isShown.includes(true)) return textOf();
    written =
      round < MOST_MARKED ? hiding(written, isShown) : written.filter((_, at) => isShown[at] !== true);
  }
}

/** Signs and marker of a row of which nothing is left stay if something else is left of what they are for. */
function withMarks(body: string, rows: readonly Row[], left: readonly RowLeft[]): RowLeft[] {
  const kept = [...left];
  if (!left.includes(null) || !suspicious.test(body)) return kept;
  const blocks = blocksOf(body);
  const isWords = (at: number) => {
    const { kind = 'blank', marker = '', text = '' } = rows[at] ?? {};
    return (
      left[at] !== null && kind !== 'blank' && (marker === '' || text.trim() !== '') && !isUnderline(rows, at)
    );
  };
  const rowsIn = (index: number): number[] => {
    const { line = 0 } = blocks[index] ?? {};
    const end = blocks[index + 1]?.line ?? rows.length;
    return Array.from({ length: end - line }, (_, at) => line + at);
  };
  const hasWords = blocks.map((_, index) => rowsIn(index).some(isWords));
  for (const index of blocks.keys()) {
    const own = rowsIn(index);
    if (!own.some((at) => left[at] === null)) continue;
    const isKept = hasWords[index] || below(blocks, index).some((each) => hasWords[each]);
    for (const at of own) {
      const { signs = '', marker = '', text = '' } = rows[at] ?? {};
      if (!suspicious.test(signs + marker + text)) continue;
      if (left[at] === null && isKept) kept[at] = (signs + (marker || hidden)).trimEnd();
      else if (!isKept && text.trim() === '') kept[at] = null;
    }
  }
  return kept;
}

/** The blocks for which a marker of this one decides, too. */
function below(blocks: readonly Block[], index: number): number[] {
  const block = blocks[index];
  const found: number[] = [];
  if (block === undefined) return found;
  const isOfList = (kind: Block['kind'], blanks: number) =>
    block.kind === 'text' && kind === 'listItem' && (blanks === 0 || isLoneMarker(block));
  const isOfPart = (kind: Block['kind'], level: number) =>
    block.kind === 'heading' && (kind !== 'heading' || level > block.level);
  let isJoined = true;
  for (const [offset, { kind, within, level, blanks }] of blocks.slice(index + 1).entries()) {
    isJoined &&= kind === 'text' && blanks === 0;
    const isPart =
      within === block.within
        ? isOfPart(kind, level) || isOfList(kind, blanks)
        : isInside(blocks, within, block.within);
    if (!isPart && !isJoined) break;
    found.push(index + 1 + offset);
  }
  return found;
}

const isUnderline = (rows: readonly Row[], at: number): boolean => {
  const { kind, signs, text } = rows[at] ?? { kind: 'blank', signs: '', text: '' };
  const above = rows[at - 1];
  return (
    kind === 'text' &&
    text === '' &&
    /(?:-|=)[ \t]*$/.test(signs) &&
    above?.kind === 'heading' &&
    !/#[ \t]*$/.test(above.signs)
  );
};

/** Below a heading that is gone, they would make a heading of something else. */
function withoutUnderlines(rows: readonly Row[], left: readonly RowLeft[]): RowLeft[] {
  return left.map((text, at) => {
    if (text === null || !isUnderline(rows, at)) return text;
    let above = at - 1;
    while (left[above] === null && rows[above - 1]?.kind === 'heading') above -= 1;
    return left[above] === null ? null : text;
  });
}

function hiding(written: readonly Written[], isShown: readonly boolean[]): Written[] {
  const body = written.map(({ text }) => text).join('\n');
  const rows = rowsOf(body);
  const starts = new Set(
    blocksOf(body).flatMap(({ line }, index, { [index + 1]: next }) =>
      isShown.slice(line, next?.line).includes(true) ? [line] : [],
    ),
  );
  return written.flatMap((row, at) => {
    const { kind, signs, text } = rows[at] ?? { kind: 'text', signs: '', text: row.text };
    if (!starts.has(at)) return [row];
    if (kind === 'code' || text === '') {
      const indent = /^[ \t]*/.exec(row.text)?.[0] ?? '';
      return [{ from: null, text: `${indent}${hidden.trimEnd()}` }, row];
    }
    return [{ ...row, text: signs + hidden + text.replace(/^<!(?:--)?[^\n>]*>[ \t]*/, '') }];
  });
}
