import { describe, expect, it } from 'vitest';
import { boldStart, labelEnd, plainWords, type Row, rowsOf, rowsParsed } from '#contract/markdown/rows.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import fc, { runs } from '#tests/support/property.ts';

const shown = (rows: readonly Row[]) =>
  rows.map(({ kind, signs, marker, text }) => `${kind} ${[signs, marker, text].join('|')}`);

const part = fc.constantFrom(
  ...'-|*|+|#|##|>|1.|2)|`|```|~~~|=|---|___|**|_|[|](x)|[a]: b|<|<b>|<!-- gm -->|<!-- whisper: Wren --> |<!-- no -->|\\|&amp;|a|Mira|Zoë|:|“|—|!| |  |    |\t|\n|\n\n'.split(
    '|',
  ),
);
const someMarkdown = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));

const onOneLine = (body: string) => body.replace(/\n/g, ' ');

describe('the rows of notes', () => {
  it('are headings, items and text, each with its signs and marker', () => {
    expect(
      shown(
        rowsOf(
          '# One\n\n- <!-- gm --> **Mira**: left\n  - [x] down\n> said\n\nSet\n---\n\n    code\n\n```\n# no\n```',
        ),
      ),
    ).toEqual([
      'heading # ||One',
      'blank ||',
      'item - |<!-- gm --> |**Mira**: left',
      'item   - ||[x] down',
      'quote > ||said',
      'blank ||',
      'heading ||Set',
      'text ---||',
      'blank ||',
      'code ||    code',
      'blank ||',
      'code ||```',
      'code ||# no',
      'code ||```',
    ]);
  });

  it('are every line of it, and no more', () => {
    fc.assert(
      fc.property(someMarkdown, (body) => {
        expect(rowsOf(body).map(({ signs, marker, text }) => signs + marker + text)).toEqual(
          body.split(/\r\n|\n|\r/),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it('are the same with and without the parser', () => {
    fc.assert(
      fc.property(someMarkdown, (body) => {
        expect(shown(rowsOf(body))).toEqual(shown(rowsParsed(body.split('\n'))));
      }),
      { numRuns: runs(4000) },
    );
  });
});

it.each(['-', '=', '#', '_*'])('a long line of %j that ends with a letter is read at once', (sign) => {
  const line = `${sign.repeat(1_000_000)}x`;
  expect(rowsOf(`${line}\n`.repeat(2)).map(({ signs, text }) => signs + text)).toEqual([line, line, '']);
});

describe('plain words', () => {
  it.each([
    ['**Mira**: left [the inn](https://example.org) *at once*', 'Mira: left the inn at once'],
    ['snake_case and 2 * 3, <3 & `code`', 'snake_case and 2 * 3, <3 & code'],
    ['- One\n- **Two**\n\n> Three', 'One Two Three'],
    ['<b>bold</b> \\*no\\*', '<b>bold</b> *no*'],
    ['# Title', 'Title'],
  ])('of %s', (markdown, words) => {
    expect(plainWords(markdown)).toBe(words);
  });

  it('are the same with and without the parser', () => {
    // Two paragraphs have to be parsed.
    fc.assert(
      fc.property(someMarkdown, (body) => {
        const line = onOneLine(body);
        expect(plainWords(`${line}\n\n.`)).toBe(`${plainWords(line)} .`.trim());
      }),
      { numRuns: runs(4000) },
    );
  });

  it('begin with a name, if it is bold', () => {
    expect(
      ['**Mira**: left', '**Mira_x** [a](b)', 'Mira **left**', '** no**', '**no'].map(boldStart),
    ).toEqual([{ words: 'Mira', end: 8 }, { words: 'Mira_x', end: 10 }, null, null, null]);
    expect(boldStart('**Mira:** left')).toEqual({ words: 'Mira', end: 9 });
    expect(boldStart('**Mira\\_x &amp; *Oda***: left')).toEqual({ words: 'Mira_x & Oda', end: 23 });
    fc.assert(
      fc.property(someMarkdown, (body) => {
        const text = `**${onOneLine(body)}`;
        expect(boldStart(`${text} [](y)`)).toEqual(boldStart(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    ['**Mira**: ', 'left'],
    ['**Mira:** ', 'left'],
    ['**Mira (quest):** ', 'left'],
    ['**Mira** (quest): ', 'left'],
    ['**Mira\\_x**: ', 'left'],
    ['', '**Mira** left'],
    ['', '**Mira:**left'],
    ['', 'Mira: left'],
  ])('have the label %j', (label, rest) => {
    expect(labelEnd(label + rest)).toBe(label.length);
  });

  it('are read in the lines that engines write as they were before', () => {
    for (const line of ['- **Quest** (active)', '### At the inn', '“Go,” she said. — Mira (at the gate)'])
      expect(plainWords(line)).toBe(withoutMarkup(line));
  });
});
