import { describe, expect, it } from 'vitest';
import { createHeardMatcher, createMatcher } from '#server/names/matching.ts';
import { edited, reverted } from '#server/names/text-edits.ts';

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

describe('createHeardMatcher', () => {
  const find = createHeardMatcher([
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
