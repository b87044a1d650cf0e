import { expect, it } from 'vitest';
import { storyIn } from '#server/campaigns/story.ts';

const summaryOf = (body: string) =>
  storyIn([{ key: 'summary', body, lines: [] }])?.long.map(({ text }) => text) ?? [];

it.each([
  ['sentences', 'They walk on for hour {n}. '],
  ['sentences in a quotation that nothing closes', '“They walk on for hour {n}. '],
  ['words without an end', 'they walk on for hour {n} '],
])(
  'reads the story of a section of nothing but %s in windows, and no more than 40,000 characters',
  (_what, phrase) => {
    let body = '';
    for (let n = 0; body.length < 200_000; n += 1) body += phrase.replace('{n}', String(n));
    const told = summaryOf(body);
    const joined = told.join(' ');
    expect(joined.length).toBeGreaterThan(39_000);
    expect(joined.length).toBeLessThanOrEqual(40_000);
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(2100);
    expect(body.slice(0, 40_000).replace(/\s+/g, '')).toBe(joined.replace(/\s+/g, ''));
  },
);

it('keeps the sentences of a quotation together, also where a window ends in it', () => {
  const quotation = `“${'They walk on. '.repeat(60)}They rest.”`;
  expect(summaryOf(`${'It rains. '.repeat(30)}\n${quotation} Night falls.`)).toEqual([
    'It rains.',
    quotation,
    'Night falls.',
  ]);
});
