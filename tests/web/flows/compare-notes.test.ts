import { describe, expect, it } from 'vitest';
import { compareNotes, compareTexts } from '#web/flows/notes-editing/compare-notes.ts';

const section = (key: string, body: string, title = key, visibility: 'gm' | 'players' = 'gm') => ({
  key,
  title,
  body,
  visibility,
});
const marked = (now: string, then: string) =>
  compareTexts(now, then)
    .map(({ kind, text }) => ({ same: text, back: `+${text}+`, gone: `-${text}-` })[kind])
    .join('');

describe('a version beside the current notes', () => {
  it('marks restored and removed words', () => {
    expect(marked('Pike sleeps by the fire.', 'Pike waits by the fire.')).toBe(
      'Pike -sleeps-+waits+ by the fire.',
    );
    expect(marked('', 'Rain.')).toBe('+Rain.+');
    expect(marked('Rain.', '')).toBe('-Rain.-');
    expect(marked('One\n\ntwo 🐉', 'One\n\ntwo 🐉')).toBe('One\n\ntwo 🐉');
  });

  it('contains every letter of both texts, even with nothing in common', () => {
    const now = Array.from({ length: 900 }, (_, index) => `now${index}`).join(' ');
    const then = Array.from({ length: 900 }, (_, index) => `then${index}`).join('\n');
    const pieces = compareTexts(now, then);
    const without = (kind: 'back' | 'gone') =>
      pieces.flatMap((piece) => (piece.kind === kind ? [] : piece.text)).join('');
    expect(without('back')).toBe(now);
    expect(without('gone')).toBe(then);
  });

  it('says which sections are restored, removed, changed and kept', () => {
    const present = [section('a', 'One.'), section('b', 'Two.'), section('d', 'Four.', 'd', 'players')];
    const version = [section('c', 'Three.'), section('a', 'One.', 'At first'), section('d', 'Four.')];
    const { sections, isReordered } = compareNotes(present, version);
    expect(sections.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'c back',
      'a changed',
      'd changed',
      'b gone',
    ]);
    expect(sections[1]).toMatchObject({ title: 'At first', titleNow: 'a' });
    expect(sections[2]?.visibility).toEqual({ from: 'players', to: 'gm' });
    expect(isReordered).toBe(false);
  });

  it('detects another order', () => {
    const [a, b] = [section('a', 'One.'), section('b', 'Two.')];
    const compared = compareNotes([a, b], [b, a]);
    expect(compared.isReordered).toBe(true);
    expect(compared.sections.every(({ kind }) => kind === 'same')).toBe(true);
  });
});
