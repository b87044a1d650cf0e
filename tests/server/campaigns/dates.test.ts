import { describe, expect, it } from 'vitest';
import { datesIn } from '#server/campaigns/dates.ts';

describe('in-world dates that a text says', () => {
  it.each([
    ['It is the 12th of Fessuran.', 'the 12th of Fessuran'],
    ['You arrive on the third day of Mirtul, 1492 DR.', 'the third day of Mirtul, 1492 DR'],
    ['So, it is Midsummer, and the bells ring.', 'Midsummer'],
    ['Mirtul the 3rd begins with rain.', 'Mirtul the 3rd'],
    ['The next morning, the sun rises.', 'The next morning'],
    ['As you guys come to consciousness the next morning, the storm has come in.', 'the next morning'],
    ['And two days later, the gate opens.', 'two days later'],
    ['About eight days of travel lead you to Zadash.', 'About eight days of travel'],
    ['The morning comes around.', 'The morning comes'],
    ['The weeks pass.', 'The weeks pass'],
    ['You all lie down, the morning sun rises, and the mill is gone.', 'the morning sun rises'],
    ['You rest with the ferryman, and the next morning return to Oldmere.', 'the next morning'],
    ['We jump forward to the following day.', 'the following day'],
    ['Over the next two days, you follow the river.', 'the next two days'],
  ])('finds it in “%s”', (text, date) => {
    expect(datesIn(text).map((each) => each.text)).toEqual([date]);
  });

  it.each([
    'If we leave the next morning, we are late.',
    'Would it be the 3rd of Mirtul by then?',
    'He was born on the 3rd of Mirtul.',
    'We could meet him two days later.',
    'It comes out October 10th.',
    'This is the third of Strahd’s brides.',
    'The second of Allura’s letters is missing.',
    'Two days ago, the gate opened.',
    'Over the next two days, she will look for you.',
    'The guards change over into the next morning staff.',
    'Nobody had rung its bell since the 3rd of Mirtul.',
  ])('finds none in “%s”', (text) => {
    expect(datesIn(text)).toEqual([]);
  });

  it('leaves out what is no play', () => {
    expect(datesIn('The next morning, you roll initiative.', (text) => !text.includes('initiative'))).toEqual(
      [],
    );
  });

  it('names each only once, the longest', () => {
    expect(datesIn('On the next morning, you wake. It is the 4th of Ches, 1492 DR.')).toEqual([
      { kind: 'later', text: 'On the next morning' },
      { kind: 'date', text: 'the 4th of Ches, 1492 DR' },
    ]);
  });
});
