import { describe, expect, it } from 'vitest';
import { itemsOf, type Visibility, withItemContent } from '#contract/visibility.ts';
import { testsEverything } from '#tests/support/everything.ts';
import fc from '#tests/support/property.ts';

const section = (body: string, visibility: Visibility = 'players') => ({ body, visibility });
const contents = (body: string) => itemsOf(section(body)).map(({ content }) => content);

describe('the content of an item', () => {
  it('is its text on one line, without bullet, heading signs and marker', () => {
    expect(
      contents('### <!-- gm --> A scene\n\nTwo\nlines\n\n- **Mira**\n  1. nested\n\n> - [ ] quoted'),
    ).toEqual(['A scene', 'Two lines', '**Mira**', 'nested', 'quoted']);
  });

  it.each([
    ['a code block', '```\ncode\n```'],
    ['a table', '| a | b |\n| - | - |'],
    ['an underlined heading', 'Title\n====='],
    ['a quote of several lines', 'one\n> two'],
    ['a hard line break', 'one  \ntwo'],
    ['a comment of no known kind', '- <!-- secret --> x'],
  ])('cannot be reworded for %s', (_, body) => {
    const [item] = itemsOf(section(body));
    expect(item?.content).toBeNull();
    expect(withItemContent(section(body), 0, 'other words')).toBeNull();
  });
});

describe('rewording an item', () => {
  it('keeps its bullet, marker and position', () => {
    const body = '1. <!-- players --> **Orin**: a carter\n   of old\n2. Mira';
    expect(withItemContent(section(body), 0, ' **Orrin**:\n a carter ')).toBe(
      '1. <!-- players --> **Orrin**: a carter\n2. Mira',
    );
    expect(withItemContent(section('<!-- gm -->\nHidden words'), 0, 'Other words')).toBe(
      '<!-- gm -->\nOther words',
    );
  });

  it('rejects empty text, and text that would hide or reveal something', () => {
    for (const words of ['', ' \n ', '<!-- gm --> x', 'x <!'])
      expect(withItemContent(section('One\n\n- Two'), 0, words), words).toBeNull();
    expect(withItemContent(section('One'), 7, 'x')).toBeNull();
  });

  it('changes only this item, for any text', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('- a', '# b', '<!-- gm --> c', '  - d', '', '```', '> e', '===', '| f |', '1) g'),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n')),
        fc.constantFrom<Visibility>('gm', 'players', 'public'),
        fc.oneof(
          line,
          fc.array(line, { maxLength: 3 }).map((lines) => lines.join('\n')),
        ),
        (body, visibility, words) => {
          const before = itemsOf(section(body, visibility));
          for (const { index } of before) {
            const changed = withItemContent(section(body, visibility), index, words);
            if (changed === null) continue;
            const after = itemsOf(section(changed, visibility));
            expect(after.map((item) => [item.kind, item.visibility])).toEqual(
              before.map((item) => [item.kind, item.visibility]),
            );
            expect(after.filter((_, at) => at !== index).map(({ text }) => text)).toEqual(
              before.filter((_, at) => at !== index).map(({ text }) => text),
            );
          }
        },
      ),
      { numRuns: testsEverything ? 400 : 100 },
    );
  });
});
