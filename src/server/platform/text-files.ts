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

/** An object whose lists may be of any length. */
export function objectFile(
  name: string,
  own: object,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): ListFile {
  async function* pieces() {
    yield JSON.stringify(own, null, 2).slice(0, -2);
    for (const [key, rows] of Object.entries(lists)) {
      yield `,\n  ${JSON.stringify(key)}: [`;
      let isFirst = true;
      for await (const row of rows) {
        yield `${isFirst ? '' : ','}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`;
        isFirst = false;
      }
      yield isFirst ? ']' : '\n  ]';
    }
    yield '\n}\n';
  }
  return { name, pieces: pieces() };
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
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): ListFile {
  const cell = (value: unknown) => {
    const text = value instanceof Date ? value.toISOString() : String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`;
  async function* pieces() {
    yield line(columns);
    for await (const row of rows) yield line(columns.map((column) => row[column]));
  }
  return { name, pieces: pieces() };
}
