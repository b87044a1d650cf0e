export interface TextFile {
  name: string;
  content: string;
}

export const jsonFile = (name: string, value: unknown): TextFile => ({
  name,
  content: `${JSON.stringify(value, null, 2)}\n`,
});

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
