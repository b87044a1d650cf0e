import { clockToMs } from './clock.ts';
import type { Draft, DraftLine } from './draft-lines.ts';
import { nameByPrefix } from './speaker-names.ts';

const EVENT = /^Dialogue:\s*(.*)$/;
const USUAL_FIELDS = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
];

export const isSubstation = (text: string): boolean =>
  /^\s*\[Script Info\]/i.test(text) || /^\[Events\]\s*$/im.test(text.slice(0, 100_000));

/** Advanced SubStation Alpha, as Aegisub and Subtitle Edit write it. */
export function readSubstation(text: string): Draft {
  const rows = text.split('\n').map((row) => row.trim());
  const events = rows.findIndex((row) => /^\[Events\]$/i.test(row));
  const format = /^Format:\s*(.*)$/i.exec(
    rows.slice(events + 1).find((row) => /^Format:/i.test(row)) ?? '',
  )?.[1];
  const fields = format?.split(',').map((field) => field.trim().toLowerCase()) ?? USUAL_FIELDS;
  const lines = rows.flatMap((row): DraftLine[] => {
    const event = EVENT.exec(row)?.[1];
    if (event === undefined) return [];
    const cells = event.split(',');
    const cell = (name: string) => cells[fields.indexOf(name)]?.trim() ?? '';
    const words = cells.slice(fields.length - 1).join(',');
    return [
      {
        speaker: cell('name') || cell('actor') || null,
        text: words.replace(/\{[^{}]*\}/g, '').replace(/\\[Nnh]/g, ' '),
        start: clockToMs(cell('start')),
        end: clockToMs(cell('end')),
      },
    ];
  });
  return { format: 'ass', lines: nameByPrefix(lines) };
}
