import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { markdownHtml, plainStart } from '#server/sharing/markdown-html.ts';
import { hideNames } from '#server/sharing/pseudonyms.ts';
import { expectNoHold, longestStretch } from '#tests/support/longest-stretch.ts';
import fc, { runs } from '#tests/support/property.ts';

const speaker = (label: string, role: Speaker['role'] = 'player') => ({ label, role });

describe('names of players on public pages', () => {
  const hide = hideNames([
    speaker('MATT', 'gm'),
    speaker('Laura Bailey'),
    speaker('Zoë (she/her)'),
    speaker('Laura Bailey'),
    speaker('Speaker 1', 'unknown'),
    speaker('Will'),
  ]);

  it('[R1.4] become numbers that stay the same across the page, as whole words', () => {
    expect(hide('Laura asks Matt; LAURA’s dice, Bailey’s luck, and Zoë laughs.')).toBe(
      'Player 1 asks the game master; Player 1’s dice, Player 1’s luck, and Player 2 laughs.',
    );
    expect(hide('Laura Bailey met Mattias at Bailey-Hall.')).toBe('Player 1 met Mattias at Player 1-Hall.');
  });

  it('[R1.4] are found in composed and decomposed letters', () => {
    expect(hide('Zoe\u0308!')).toBe('Player 2!');
  });

  it('[R1.4] do not match lower-case words and parts of the table', () => {
    expect(hide('She will ask Speaker 1.')).toBe('She will ask Speaker 1.');
    expect(hide('Will asks.')).toBe('Player 3 asks.');
  });

  it('are matched literally, whatever characters they contain', () => {
    const odd = hideNames([speaker('A.*'), speaker('$&'), speaker('[x')]);
    expect(odd('Anna and A.* and $& and [x.')).toBe('Anna and Player 1 and Player 2 and Player 3.');
  });
});

const people = hideNames([
  speaker('Matthew Mercer', 'gm'),
  speaker('Laura Bailey'),
  speaker('Zoë Müller'),
  speaker('Siobhán O’Brien'),
  speaker('Дмитрий'),
  speaker('张小龙'),
]);

/** What a reader of a page could still see, if nothing was replaced. */
const seen = (html: string) =>
  html
    .replace(/<[^>]*>/gu, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

describe('disguised names of players', () => {
  it.each([
    ['a soft hyphen', 'Lau\u00adra'],
    ['a zero-width space', 'Lau\u200bra'],
    ['a zero-width space between words', 'Laura\u200bsays'],
    ['a word joiner and a byte order mark', 'L\u2060aur\ufeffa'],
    ['emphasis', '**Lau**ra'],
    ['emphasis of the middle', 'L_aur_a'],
    ['nested emphasis', '***L**au*ra'],
    ['code', 'Lau`ra`'],
    ['code right behind', 'Laura`said`'],
    ['strikethrough signs', '~~Lau~~ra'],
    ['an escape', 'Lau\\_ra'],
    ['full-width letters', 'Ｌａｕｒａ'],
    ['mathematical letters', '𝐋𝐚𝐮𝐫𝐚'],
    ['circled letters', 'Ⓛⓐⓤⓡⓐ'],
    ['negative circles', '🅛🅐🅤🅡🅐'],
    ['flags', '🇱\u200b🇦\u200b🇺\u200b🇷\u200b🇦'],
    ['small capitals', 'ʟᴀᴜʀᴀ'],
    ['Cyrillic letters that look the same', 'Lаurа'],
    ['combining marks', 'L\u0336a\u0336u\u0336r\u0336a\u0336'],
    ['other accents', 'Láüra'],
    ['no accents', 'Zoe'],
    ['umlauts written out as entities', 'M&uuml;ller'],
    ['joined words', 'LauraBailey'],
    ['joined with another word', 'HeyLaura'],
    ['joined with a number', 'Laura99'],
    ['joined names', 'LAURABAILEY'],
    ['a hashtag', '#laurabailey'],
    ['lower case', 'laura'],
    ['mixed case', 'lAuRa'],
    ['an entity', 'L&#97;ura'],
    ['a hexadecimal entity', 'L&#x61;ura'],
    ['an entity that is shown as it is', '`L&shy;aura`'],
    ['a link', '[Lau](https://example.org)ra'],
    ['a link around all', '[**Lau**ra](https://example.org/a)'],
    ['the address of a link', '[she](https://example.org/~laura)'],
    ['an encoded address', '[she](https://example.org/%4Caura)'],
    ['HTML', 'Lau<b>ra</b>'],
    ['a comment', 'Lau<!-- x -->ra'],
    ['hyphenation', 'Lau-\nra'],
    ['spaced letters', 'L a u r a'],
    ['full stops', 'L.a.u.r.a'],
    ['underscores', 'laura_bailey'],
    ['a plural', 'The Lauras'],
    ['a possessive without apostrophe', 'Baileys dice'],
    ['the apostrophe left out', 'OBrien'],
    ['the apostrophe of another kind', 'O‘Brien'],
    ['a bracket', 'L[aur]a'],
    ['two lines', 'Laura\\\nBailey'],
    ['a footnote', 'Laura[^1]'],
    ['an email address', 'laura.bailey@example.org'],
    ['Chinese within a sentence', '我和张小龙说'],
    ['Cyrillic in lower case', 'дмитрий'],
    ['Cyrillic joined', 'ДмитрийИванов'],
  ])('[R1.4] are found behind %s', async (_, disguise) => {
    const html = await markdownHtml(`Then ${disguise} ran.`, people, 2);
    expect(seen(html)).not.toMatch(/laura|bailey|zoe|muller|brien|дмитрии|张小龙|l.?au?r.?a/u);
    expect(html).toMatch(/Player \d|^<p>Then she ran/u);
    expect(seen(plainStart(`Then ${disguise} ran.`, people, 200))).not.toMatch(
      /laura|bailey|zoe|muller|brien/u,
    );
    expect(seen(people(disguise))).not.toMatch(/laura|bailey|zoe|muller|brien/u);
  });

  it.each(['We’ll go', 'Mattias', 'the launcher', 'a baileyless keep', 'Lauren', 'auras'])(
    'are not seen in %j',
    (text) => expect(people(text)).toBe(text),
  );

  it('keeps formatting and words around a name that formatting divides', async () => {
    expect(await markdownHtml('So **Lau**ra *met* Zoë.', people, 2)).toBe(
      '<p>So <strong>Player 1</strong> <em>met</em> Player 2.</p>',
    );
    expect(people('Laura, ja')).toBe('Player 1, ja');
  });

  it('[R1.4] never survive what can be put between and around their letters', async () => {
    const between = fc.constantFrom(
      ...[
        '',
        '',
        '',
        '\u00ad',
        '\u200b',
        '\u200d',
        '\u2060',
        '\ufe0f',
        '\u034f',
        '\u0301',
        '**',
        '_',
        '`',
        '~~',
      ],
      ...['&shy;', '&#8203;', '<i>', '<!-- -->', '\\*', '\u{e0061}', '\u202e'],
    );
    const styled = fc.constantFrom<(letter: string) => string>(
      (letter) => letter,
      (letter) => letter.toUpperCase(),
      (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
      (letter) => `&#${letter.codePointAt(0)};`,
      (letter) => `${letter}\u0301\u0323`,
      (letter) => String.fromCodePoint(0x1d41a + (letter.codePointAt(0) ?? 0) - 97),
    );
    const disguised = fc
      .constantFrom('laura', 'bailey', 'muller')
      .chain((name) =>
        fc
          .tuple(
            ...[...name].map((letter) =>
              fc.tuple(styled, between).map(([style, sign]) => style(letter) + sign),
            ),
          )
          .map((letters) => letters.join('')),
      );
    const around = fc.constantFrom(' ', '\n', '(', '“', '- ', '\u200b', ', ', '7');
    await fc.assert(
      fc.asyncProperty(disguised, around, around, async (name, before, after) => {
        const html = await markdownHtml(`Now ${before}${name}${after} and more`, people, 2);
        expect(seen(html)).not.toMatch(/laura|bailey|muller/u);
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('a table with as many names as a transcript may have', () => {
  const signs = ['☀', '☁', '☂', '☃', '★'];
  const name = (at: number) =>
    Array.from(at.toString(5))
      .map((digit) => signs[Number(digit)])
      .join('');
  it.each([
    ['names of signs', Array.from({ length: 1000 }, (_, at) => `${name(at)}${'☀'.repeat(110)}`), '☀☁ '],
    ['names that begin alike', Array.from({ length: 1000 }, (_, at) => `${'ab'.repeat(50)}${at}q`), 'ab'],
    [
      'names within names',
      ['aa', 'aaa', 'aaaaa', ...Array.from({ length: 100 }, (_, at) => 'a'.repeat(at + 6))],
      'a',
    ],
    ['a name again and again', ['Lilo', 'Mira'], 'Lilo Mira '],
  ])('%s hold nobody up', async (what, labels, unit) => {
    const hide = hideNames(labels.map((label) => speaker(label)));
    const text = unit.repeat(Math.ceil(60_000 / unit.length));
    const { result, milliseconds } = await longestStretch(async () => [
      hide(`${text}!`),
      hide.across(Array.from({ length: 3000 }, (_each, at) => text.slice(at * 20, at * 20 + 20))).join(''),
    ]);
    expect(labels.filter((label) => result.some((shown) => shown.includes(label)))).toEqual([]);
    expect(hide(labels.at(-1) ?? '')).toBe(`Player ${labels.length}`);
    expectNoHold(milliseconds, what, 1500);
  });
});
