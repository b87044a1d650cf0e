import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const styles = join(import.meta.dirname, '..', '..', '..', 'src', 'web', 'ui', 'styles');
const tokens = readFileSync(join(styles, 'tokens.css'), 'utf8');

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

function colourOf(token: string, theme: Theme): string {
  const pair = new RegExp(`--${token}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\)`).exec(tokens);
  const colour = pair?.[theme === 'light' ? 1 : 2];
  if (colour === undefined) throw new Error(`tokens.css has no colors for --${token}.`);
  return colour;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['paper', 'surface', 'raised'];
const washes = ['ember-wash', 'verdigris-wash', 'danger-wash', 'success-wash'];
const speakers = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => `speaker-${number}`);

const words: Readonly<Record<string, readonly string[]>> = {
  ink: [...grounds, ...washes, 'sunken', 'mark'],
  'ink-muted': [...grounds, ...washes, 'sunken'],
  ember: [...grounds, 'ember-wash', 'sunken'],
  'ember-strong': [...grounds, 'ember-wash'],
  'on-ember': ['ember', 'ember-strong'],
  verdigris: [...grounds, 'verdigris-wash', 'ember-wash'],
  danger: [...grounds, 'danger-wash', 'ember-wash'],
  success: [...grounds, 'success-wash'],
  'on-slip': ['slip'],
  ...Object.fromEntries(speakers.map((speaker) => [speaker, grounds])),
};

const signs: Readonly<Record<string, readonly string[]>> = {
  'control-line': [...grounds, 'sunken'],
  ember: [...grounds, ...washes, 'sunken'],
  verdigris: ['verdigris-wash', ...grounds],
  gold: grounds,
  danger: ['danger-wash'],
};

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([front, backs]) =>
    backs.flatMap((back) => themes.map((theme) => ({ front, back, theme }))),
  );

describe('contrast of the tokens', () => {
  it.each(pairs(words))('text in $front on $back is readable ($theme)', ({ front, back, theme }) => {
    expect(contrast(colourOf(front, theme), colourOf(back, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(signs))('signs in $front on $back are distinguishable ($theme)', ({ front, back, theme }) => {
    expect(contrast(colourOf(front, theme), colourOf(back, theme))).toBeGreaterThanOrEqual(3);
  });

  it('black on white has the maximum', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
