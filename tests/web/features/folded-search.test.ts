import { describe, expect, it } from 'vitest';
import type { Name } from '#contract/names.ts';
import { searchable, searchPlaces } from '#contract/recognized-text.ts';
import { findNames } from '#web/features/campaign/names/find-names.ts';
import { mentionsFor, mentionsOf } from '#web/features/campaign/notes/mentions.ts';

const typings: readonly [string, string, string][] = [
  ['decomposed letters', 'Zoë', 'Zoe\u0308'],
  ['no accents', 'Thérèse', 'therese'],
  ['full-width letters', 'Emon', 'Ｅｍｏｎ'],
  ['another apostrophe', 'Vax’ildan', "vax'ildan"],
  ['no apostrophe', 'Vax’ildan', 'vaxildan'],
  ['no full stop', 'St. Cuthbert', 'st cuthbert'],
  ['hiragana for katakana', 'タロウ', 'たろう'],
  ['half-width katakana', 'ガル', 'ｶﾞﾙ'],
  ['simplified letters for traditional ones', '張曉龍', '张晓龙'],
  ['a name without spaces', '张晓龙', '晓龙'],
];

const nameOf = (term: string): Name => ({
  id: '01900000-0000-7000-8000-000000000003',
  term,
  kind: 'npc',
  note: '',
  locked: false,
  aliases: [],
  heardAs: [],
  source: 'user',
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

describe('a search', () => {
  it.each(typings)('finds a line of the transcript by %s', (_, name, typed) => {
    const line = `We met ${name} on the bridge.`;
    const [place] = searchPlaces(line, searchable(typed).trim());
    expect(line.slice(place?.start, place?.end)).toBe(name.slice(-(place ? place.end - place.start : 0)));
    expect(searchPlaces(line, searchable('nobody'))).toEqual([]);
  });

  it.each(typings)('finds a name of the glossary by %s', (_, name, typed) => {
    const found = findNames(['Orrin', name].map(nameOf), typed);
    expect(found.map(({ term }) => term)).toEqual([name]);
    expect(findNames([{ ...nameOf('Orrin'), heardAs: [name] }], typed)).toHaveLength(1);
  });

  it.each(typings)('mentions a name by %s', (_, name, typed) => {
    const names = ['Orrin', name].map(nameOf);
    expect(mentionsFor(mentionsOf(names, [], null), typed).map((mention) => mention.name)).toEqual([name]);
  });
});
