import { describe, expect, it } from 'vitest';
import { createHeardMatcher, createMatcher } from '#server/names/matching.ts';
import { edited, reverted } from '#server/platform/text-edits.ts';

const found = (wrong: string, right: string, text: string, known: string[] = []) =>
  createMatcher({ wrong, right, known })
    .find(text)
    .map((match) => [match.text, match.certainty, match.replacement]);

describe('createMatcher', () => {
  it('finds the exact form, and distinguishes it from inflected ones', () => {
    expect(found('Vexalia', 'Vex’ahlia', 'Vexalia, Vexalia’s bow, VEXALIA! Two Vexalias.')).toEqual([
      ['Vexalia', 'exact', 'Vex’ahlia'],
      ['Vexalia’s', 'inflected', 'Vex’ahlia’s'],
      ['VEXALIA', 'inflected', 'VEX’AHLIA'],
      ['Vexalias', 'inflected', 'Vex’ahlias'],
    ]);
  });

  it('finds what sounds alike, also in two words, and what is spelled alike', () => {
    expect(found('Vexalia', 'Vex’ahlia', 'Then Veksalia ran, and Vex Alia too, and Vexelja.')).toEqual([
      ['Veksalia', 'phonetic', 'Vex’ahlia'],
      ['Vex Alia', 'phonetic', 'Vex’ahlia'],
      ['Vexelja', 'phonetic', 'Vex’ahlia'],
    ]);
    expect(found('Thordak', 'Thordac', 'Thordek and Thorbak')).toEqual([
      ['Thordek', 'phonetic', 'Thordac'],
      ['Thorbak', 'similar', 'Thordac'],
    ]);
  });

  it('finds names of several words', () => {
    expect(found('Fox Machina', 'Vox Machina', 'We are Fox Machina. FoxMachina is back.')).toEqual([
      ['Fox Machina', 'exact', 'Vox Machina'],
      ['FoxMachina', 'phonetic', 'Vox Machina'],
    ]);
  });

  it('ignores the right name, other names of the glossary, parts of words and addresses', () => {
    expect(found('Whitestone', 'Whitestone Castle', 'Whitestone Castle. Whitestone.')).toEqual([
      ['Whitestone', 'exact', 'Whitestone Castle'],
    ]);
    expect(found('Vacks', 'Vax', 'Vex, Vax and Vecks', ['Vex'])).toEqual([['Vecks', 'phonetic', 'Vax']]);
    expect(found('Emon', 'Eemon', 'Lemonade and [a map](https://maps.example/Emon)')).toEqual([]);
    expect(found('Grog', 'Grogg', 'frogs grow on the Grog-soaked floor')).toEqual([
      ['Grog', 'exact', 'Grogg'],
    ]);
  });

  it('treats a name as text, never as a pattern', () => {
    expect(found('(.*)', 'Nobody', 'Anything (.*) at all')).toEqual([]);
    expect(found('…', 'Nobody', 'Well…')).toEqual([]);
  });
});

describe('all that a name can be', () => {
  const replaced = (wrong: string, right: string, text: string, known: string[] = []) =>
    edited(text, createMatcher({ wrong, right, known }).find(text)).after;

  it.each([
    [
      'a title with a full stop',
      'St. Cuthbert',
      'St. Cuthbertus',
      'By St. Cuthbert’s bones! St Cuthbert.',
      'By St. Cuthbertus’s bones! St. Cuthbertus.',
    ],
    [
      'Mister',
      'Mr. Sharp',
      'Mr. Sharpe',
      'Mr. Sharp nods. Ask Mr Sharp.',
      'Mr. Sharpe nods. Ask Mr. Sharpe.',
    ],
    [
      'initials',
      'A. B.',
      'Abe',
      'A. B. laughs, so does A.B. and then A. B.',
      'Abe laughs, so does Abe and then Abe.',
    ],
    ['an abbreviation of the table’s own', 'Bld. Ashe', 'Bld. Ash', 'Bld. Ashe.', 'Bld. Ash.'],
    [
      'no name across two sentences',
      'Cuthbert Vale',
      'Cuthbert Dale',
      'I saw Cuthbert. Vale was gone.',
      'I saw Cuthbert. Vale was gone.',
    ],
    [
      'an apostrophe of another kind',
      "O'Brien",
      'O’Bryen',
      'O’Brien, OʼBrien and O＇Brien',
      'O’Bryen, O’Bryen and O’Bryen',
    ],
    ['hyphens', 'Jean-Luc', 'Jean-Luke', 'Jean-Luc, Jean‑Luc, Jean Luc', 'Jean-Luke, Jean-Luke, Jean-Luke'],
    [
      'Chinese without spaces',
      '张小龙',
      '张晓龙',
      '我们去见张小龙。张小龙住在河边。',
      '我们去见张晓龙。张晓龙住在河边。',
    ],
    ['part of a longer Chinese name', '小龙', '张小龙', '张小龙和小龙。', '张小龙和张小龙。'],
    ['Japanese kanji', '佐藤', '斎藤', '佐藤さんは佐藤家の人です', '斎藤さんは斎藤家の人です'],
    [
      'a katakana word of its own',
      'ジャン',
      'ジョン',
      'ジャンはジャングルにいる',
      'ジョンはジャングルにいる',
    ],
    ['half-width katakana', 'ガル', 'ガロ', 'ｶﾞﾙが来た', 'ガロが来た'],
    ['Korean with particles', '철수', '철호', '철수가 말했다. 철수는 갔다.', '철호가 말했다. 철호는 갔다.'],
    ['Thai', 'สมชาย', 'สมหมาย', 'พบสมชายที่นี่', 'พบสมหมายที่นี่'],
    ['decomposed letters', 'Zoë', 'Zoé', 'Zoe\u0308 and Zoë', 'Zoé and Zoé'],
    ['full-width letters', 'Emon', 'Eemon', 'Ｅｍｏｎ', 'Eemon'],
    ['direction marks', 'דוד', 'דויד', '\u200fדוד\u200f בא', '\u200fדויד\u200f בא'],
    [
      'invisible characters within',
      'Vexalia',
      'Vexahlia',
      'Vex\u00adalia and V\u200bexalia',
      'Vexahlia and Vexahlia',
    ],
    ['Devanagari vowels', 'कला', 'कमला', 'कला और कल', 'कमला और कल'],
  ])('finds %s', (_, wrong, right, text, wanted) => {
    expect(replaced(wrong, right, text)).toBe(wanted);
  });

  it.each([
    [
      'one of three letters',
      '张小龙',
      '张晓明',
      '去见章小龙，再见小龙。张大龙来了。',
      ['章小龙 similar', '张大龙 similar'],
    ],
    ['no word beside the name', '张小龙', '张晓明', '我见小龙，张小的，小龙的', []],
    ['no other name that is known', '张小龙', '张小明', '张小虎和张小明', [], ['张小虎']],
    ['traditional letters', '张小龙', '张晓明', '張小龍來了', ['張小龍 inflected']],
    [
      'old letters of Japanese names',
      '斎藤',
      '佐藤',
      '齋藤さんと斉藤さんと後藤さん',
      ['齋藤 inflected', '斉藤 inflected'],
    ],
    ['two letters, which are another name', '小龙', '晓龙', '小虎和大龙', []],
    [
      'katakana as it is said',
      'ヴァックス',
      'バクス',
      'バックスとヴァクスとワックス',
      ['バックス phonetic', 'ヴァクス phonetic', 'ワックス similar'],
    ],
    ['katakana that is a word of its own', 'ジャン', 'ジョン', 'ジャングルとジャンプ', []],
    [
      'katakana in hiragana and in half width',
      'タロウ',
      'ジロウ',
      'たろう、ﾀﾛｳ',
      ['たろう phonetic', 'ﾀﾛｳ inflected'],
    ],
    [
      'hiragana of four letters',
      'さくらこ',
      '桜子',
      'さくらごがサクラコと',
      ['さくらご similar', 'サクラコ phonetic'],
    ],
    ['Thai', 'สมชาย', 'สมหมาย', 'พบสมชายและสมฉายที่นี่', ['สมชาย exact', 'สมฉาย similar']],
    [
      'Korean syllables, with particles',
      '철수',
      '철호',
      '철소가 왔다. 출수!',
      ['철소가 similar', '출수 similar'],
    ],
  ] as [string, string, string, string, string[], string[]?][])(
    'resembles: %s',
    (_, wrong, right, text, wanted, known = []) => {
      const hits = createMatcher({ wrong, right, known }).find(text);
      expect(hits.map((hit) => `${hit.text} ${hit.certainty}`)).toEqual(wanted);
      for (const { start, end, text: form } of hits) expect(text.slice(start, end)).toBe(form);
    },
  );

  it('corrects by itself only what is spelled so', async () => {
    const heard = await createHeardMatcher([{ term: '张晓明', heardAs: ['张小龙'] }]);
    expect(edited('张大龙、張小龍和张小龙', heard('张大龙、張小龍和张小龙')).after).toBe(
      '张大龙、張小龍和张晓明',
    );
  });

  it('leaves longer known names alone, with and without spaces', () => {
    expect(replaced('小龙', '晓龙', '小龙山庄和小龙', ['小龙山庄'])).toBe('小龙山庄和晓龙');
  });

  it('keeps the full stop of a sentence', () => {
    expect(replaced('A. B.', 'Abe', 'We met A. B. Then we left.')).toBe('We met Abe. Then we left.');
  });

  it('learns all of them', async () => {
    const heard = await createHeardMatcher([
      { term: '张晓龙', heardAs: ['张小龙'] },
      { term: 'St. Cuthbert', heardAs: ['St. Cudbert'] },
    ]);
    expect(edited('去见张小龙和 St. Cudbert’s', heard('去见张小龙和 St. Cudbert’s')).after).toBe(
      '去见张晓龙和 St. Cuthbert’s',
    );
  });
});

describe('createHeardMatcher', async () => {
  it('finds the longest of thousands that begin with the same word', async () => {
    const heard = await createHeardMatcher([
      ...Array.from({ length: 2000 }, (_, at) => ({ term: `Lady ${at}`, heardAs: [`the lady ${at}`] })),
      { term: 'Lady of Lanterns', heardAs: ['the lady 7 of lights'] },
    ]);
    expect(
      heard('So the lady 1999’s cat met the lady 7 of lights, the lady 8 and the lady x.'),
    ).toMatchObject([
      { text: 'the lady 1999’s', certainty: 'inflected', right: 'Lady 1999' },
      { text: 'the lady 7 of lights', certainty: 'exact', right: 'Lady of Lanterns' },
      { text: 'the lady 8', certainty: 'exact', right: 'Lady 8' },
    ]);
  });

  const find = await createHeardMatcher([
    { term: 'Emon', heardAs: ['Eeman', 'E Man'] },
    { term: 'Vex', heardAs: ['Vax'] },
    { term: 'Vax', heardAs: [] },
  ]);

  it('finds mis-hearings and their possessives, and nothing less certain', () => {
    expect(
      find('Eeman’s gate. E Man! eeman, Eemans').map((match) => [match.text, match.replacement]),
    ).toEqual([
      ['Eeman’s', 'Emon’s'],
      ['E Man', 'Emon'],
    ]);
  });

  it('never changes an existing name', () => {
    expect(find('Vax')).toEqual([]);
  });
});

describe('reverted', () => {
  const change = (text: string, wrong: string, right: string) =>
    edited(
      text,
      createMatcher({ wrong, right })
        .find(text)
        .filter(({ certainty }) => certainty === 'exact'),
    );

  it('restores every byte, whatever the order', () => {
    const before = 'Eeman — Veksa met Eeman’s guard at Eeman.\nVeksa  left.';
    const first = change(before, 'Eeman', 'Emon');
    const second = change(first.after, 'Veksa', 'Vex');
    const withoutFirst = reverted(second.after, first);
    expect(withoutFirst).toEqual({ text: before.replaceAll('Veksa', 'Vex'), left: 0 });
    expect(reverted(withoutFirst.text, second)).toEqual({ text: before, left: 0 });
    expect(reverted(reverted(second.after, second).text, first)).toEqual({ text: before, left: 0 });
  });

  it('finds each place again after neighbors have changed, even among duplicates', () => {
    const before = 'Eeman, Veksa, Eeman and Veksa. Eeman!';
    const first = change(before, 'Eeman', 'Emon');
    const second = change(first.after, 'Veksa', 'Vex');
    const without = reverted(`New: ${second.after}`, first);
    expect(without).toEqual({ text: 'New: Eeman, Vex, Eeman and Vex. Eeman!', left: 0 });
    expect(reverted(without.text, second)).toEqual({ text: `New: ${before}`, left: 0 });
    expect(reverted('', first)).toEqual({ text: '', left: 3 });
    expect(reverted('Emon!', first)).toEqual({ text: 'Eeman!', left: 2 });
  });

  it('keeps what has changed since, and counts it', () => {
    const done = change(
      'They left Eeman by night.\n\nA feast in Eeman, with songs and wine.',
      'Eeman',
      'Emon',
    );
    const present = done.after.replace('A feast in Emon', 'A wake in Westruun');
    expect(reverted(present, done)).toEqual({
      text: 'They left Eeman by night.\n\nA wake in Westruun, with songs and wine.',
      left: 1,
    });
  });
});
