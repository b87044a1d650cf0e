import type { Draft } from './draft-lines.ts';
import { draftOf } from './json.ts';

const FIELD = /^(- )?\s{0,8}(\w{2,30}):(?:\s+(.*))?$/;
const TEXT = /^(?:text|words|transcript|content|message|sentence|caption)$/;
const TIME_OR_SPEAKER = /^(?:start|begin|time|timestamp|from|start_?time|speaker|name|who|author)$/i;
const LOOKED_AT = 60;
const FEWEST = 3;

/** YAML's list of records, a field a line: "- speaker: Marla", "  text: words". Null if it is none. */
export function readRecords(text: string): Draft | null {
  const rows = text.split('\n').filter((row) => row.trim() !== '' && !/^(?:---|\.\.\.|#.*)$/.test(row));
  const heads = rows.slice(0, LOOKED_AT).flatMap((row) => FIELD.exec(row)?.[2] ?? []);
  const count = (test: RegExp) => heads.filter((head) => test.test(head)).length;
  if (count(TEXT) < FEWEST || count(TIME_OR_SPEAKER) < FEWEST) return null;
  const first = heads[0];
  const hasDashes = rows.some((row) => /^\s*- /.test(row));
  const records: Record<string, string>[] = [];
  let field = '';
  for (const row of rows) {
    const [, dash, name, value = ''] = FIELD.exec(row.replace(/^\s+(?=- )/, '')) ?? [];
    const record = records.at(-1);
    if (name === undefined) {
      if (record) record[field] = `${record[field] ?? ''} ${row.trim()}`.trim();
      continue;
    }
    field = name;
    const bare = value.replace(/^(["'])(.*)\1$/, '$2').replace(/^[|>][+-]?$/, '');
    if (!record || (hasDashes ? dash !== undefined : name === first)) records.push({ [name]: bare });
    else record[name] = bare;
  }
  return {
    ...draftOf(records.filter((record) => Object.keys(record).some((name) => TEXT.test(name)))),
    format: 'records',
  };
}
