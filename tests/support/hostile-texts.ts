import { strToU8, zipSync } from 'fflate';
import fc from './property.ts';

const units = [
  ...[
    'a',
    '漢',
    '👨‍👩‍👧',
    'e\u0301',
    'word ',
    'Word. ',
    '\u0301\u0323',
    '\u200b',
    '\t',
    ' ',
    '\n',
    '\r',
    ' \n',
    '\\',
    '0',
  ],
  ...[
    '*a_',
    '*',
    '**a',
    '**a** ',
    '_a ',
    '`',
    '```\n',
    '~~~\n',
    '[',
    '![',
    '](',
    '[a](b',
    '[[',
    '[[a|',
    '%%',
    '%',
  ],
  ...[
    '<',
    '<!--',
    '<!-- gm -->',
    '<a ',
    '</',
    '&amp;',
    '&',
    '- ',
    '- a\n',
    '  - a\n',
    '1. ',
    '> ',
    '>',
    '|',
    '=\n',
  ],
  ...[
    '---\n',
    '# h\n',
    '## h\n',
    '# ',
    '#',
    '\\#',
    ' — ',
    '— a (',
    ' — a',
    '(',
    '“',
    'Is “a” ',
    '@',
    '[x]: y\n',
    'A: b\n',
  ],
  ...[
    '{',
    '[',
    '{"a":',
    '&a [*a,*a]\n',
    'a: &a b\n',
    '00:01.000 --> 00:02.000\n',
    '<v a>',
    '- **a** (new): b\n',
  ],
];

/** Texts that are long, deep, repeated or unbroken. */
export const hostile = fc
  .array(fc.tuple(fc.constantFrom(...units), fc.constantFrom(1, 30, 3000, 20_000)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length))).join(''));

/** YAML whose aliases grow with each level. */
export const bomb = (depth: number, width: number) =>
  Array.from(
    { length: depth },
    (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at === 0 ? 0 : width)}x]\n`,
  ).join('');
export const yaml = fc.oneof(
  hostile,
  fc.tuple(fc.constantFrom(3, 9, 30), fc.constantFrom(2, 9)).map(([depth, width]) => bomb(depth, width)),
  fc.constantFrom('session: [', 'a: b: c', '{'.repeat(5000), '- '.repeat(4000), 'k: v\n'.repeat(40_000)),
  fc.constant(Array.from({ length: 40_000 }, (_, at) => `k${at}: v\n`).join('')),
);

export const fenced = (text: string) =>
  `%% hearthscribe:begin 00000000 · the next export replaces this part %%\n\n${text}\n\n%% hearthscribe:end %%`;

/** A vault whose files begin with these properties and have this text. */
export const vaultOf = (properties: string, text: string) =>
  zipSync(
    {
      'Hearthscribe.md': strToU8(`---\n${properties}\n---\n\n${fenced('# Home')}`),
      'Sessions/Session 1.md': strToU8(`---\n${properties}\n---\n\n${text}\n\n${fenced(text)}`),
    },
    { level: 1 },
  );

/** A zip that states a size in bytes that is not its own. */
export function lyingZip(stated: number, real: number): Uint8Array {
  const zip = Buffer.from(zipSync({ 'Sessions/Session 1.md': Buffer.alloc(real, 'a') }));
  for (const [signature, at] of [
    [0x0403_4b50, 22],
    [0x0201_4b50, 24],
  ] as const) {
    const found = zip.indexOf(Buffer.from(Uint32Array.of(signature).buffer));
    zip.writeUInt32LE(stated, found + at);
  }
  return new Uint8Array(zip);
}
