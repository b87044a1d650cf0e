import type { Manifest } from '#server/backups/manifest.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readOptions } from './run-command.ts';

/** @throws StartError */
export function readOption(argv: readonly string[], name: 'to' | 'from', usage: string): string {
  const { values } = readOptions(usage, { args: [...argv], options: { [name]: { type: 'string' } } });
  const value = values[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new StartError(`--${name} is missing. ${usage}`);
}

const amount = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 3
    ? `${(bytes / 1024 ** 2).toFixed(1)} MiB`
    : `${(bytes / 1024 ** 3).toFixed(2)} GiB`;
}

export const rowsOf = (counts: Manifest['rows']['counts']) =>
  amount(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    'row',
  );

export function describeBackup({ rows, files, missing }: Manifest): string[] {
  const recordings = Object.keys(files).filter((name) => /\/[0-9a-f-]{36}$/.test(name)).length;
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  return [
    `${rowsOf(rows.counts)}, ${amount(recordings, 'recording')}, ${sizeOf(bytes)}.`,
    ...(missing.length === 0
      ? []
      : [
          `${amount(missing.length, 'recording')} of this installation ${missing.length === 1 ? 'is' : 'are'} missing: ${missing.join(', ')}.`,
        ]),
  ];
}
