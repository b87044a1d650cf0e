export interface TextFile {
  name: string;
  content: string;
}

/** Of any length: read while it is written. */
export interface ListFile {
  name: string;
  pieces: AsyncIterable<string>;
}

export const jsonFile = (name: string, value: unknown): TextFile => ({
  name,
  content: `${JSON.stringify(value, null, 2)}\n`,
});

/** No file if there is nothing. */
export async function* listFile(name: string, rows: AsyncIterable<unknown>): AsyncGenerator<ListFile> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done !== true) yield { name, pieces: jsonList(first.value, iterator) };
}

async function* jsonList(first: unknown, rest: AsyncIterator<unknown>): AsyncGenerator<string> {
  const shown = (row: unknown) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  ');
  yield `[\n  ${shown(first)}`;
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    yield `,\n  ${shown(next.value)}`;
  yield '\n]\n';
}

/** RFC 4180. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): TextFile {
  const cell = (value: unknown) => {
    const text = value instanceof Date ? value.toISOString() : String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return { name, content: lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('') };
}
