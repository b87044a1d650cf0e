import { readFileSync } from 'node:fs';

export interface EngineFault {
  engine: string;
  /** One of `faultKinds`, or `other`. */
  kind: string;
  fault: string;
  /** In the failure, warning or progress; null: nothing. */
  seen: string | null;
  charged: 'once' | 'nothing';
  /** Unless it is here. */
  proof: { file: string; title: string } | null;
}

/** What can go wrong with an engine. */
export const faultKinds = [
  'unreachable',
  '401',
  '429',
  '500',
  'hang',
  'half a stream',
  'wrong JSON',
  'context too small',
  'empty audio',
  'music only',
  'wrong language',
  'model missing or corrupt',
  'disk full',
  'process killed',
  'no memory',
  'asleep',
  'endless answer',
];

const sections = readFileSync('docs/faults.md', 'utf8').split(/^## /m).slice(1);

function faultOf(engine: string, line: string): EngineFault {
  const cells = line.split('|').map((cell) => cell.trim());
  const [, kind = '', fault = '', seen = '', charged = '', , proof = ''] = cells;
  if (cells.length !== 8 || (charged !== 'once' && charged !== 'nothing'))
    throw new Error(`docs/faults.md has a row that cannot be read: ${line}`);
  const [, file, title] = /^(\S+): (.+)$/.exec(proof) ?? [];
  return {
    engine,
    kind,
    fault,
    seen: seen === 'nothing' ? null : seen.slice(1, -1),
    charged,
    proof: file && title ? { file, title } : null,
  };
}

/** The engines of docs/faults.md, each with its rows and the kinds of which the page says why they cannot happen. */
export const faultyEngines = sections.map((section) => {
  const [engine = '', ...lines] = section.split('\n');
  return {
    engine,
    faults: lines
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Kind '))
      .map((line) => faultOf(engine, line)),
    impossible: lines.flatMap((line) => /^- ([^:]+): ./.exec(line)?.[1]?.split(', ') ?? []),
  };
});
