import { round } from './chart-text.ts';
import type { Icon, Point } from './story-shapes.ts';

export const marks: Record<Icon, string> = {
  plain: '<path d="M1 6h8M6 2.5 9.5 6 6 9.5"/>',
  success: '<path d="M1.5 6.5 4.5 9.5 10.5 2.5"/>',
  failure: '<path d="M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5"/>',
  delay: '<circle cx="6" cy="6" r="5"/><path d="M6 3v3l2 1.5"/>',
  automatic: '<path d="M6.5 1 2.5 7h3L5 11l4.5-6h-3z"/>',
  runs: '<path d="M3 1.5v9L10 6z"/>',
  loop: '<path d="M9.5 4A4 4 0 1 0 10 7M9.8 1.2V4.2H6.8"/>',
  coin: '<circle cx="6" cy="6" r="5"/><path d="M8 4.2A2.6 2.6 0 1 0 8 7.8M6 2.2V9.8"/>',
};

export const kindNames: readonly (readonly [Icon, string])[] = [
  ['plain', 'someone acts'],
  ['success', 'it succeeded'],
  ['failure', 'it failed'],
  ['delay', 'time passed'],
  ['automatic', 'immediately'],
];

export const signNames: readonly (readonly [sign: string, name: string])[] = [
  ['dot', 'initial state'],
  ['double', 'final state'],
  ['dashes', 'parallel regions, or any state'],
  ['1. 2. otherwise', 'asked in this order'],
];

export const stays: readonly [Icon, string] = ['loop', 'it happens, and the state stays'];

export const moneyMoves: readonly [Icon, string] = ['coin', 'it moves money or what it buys'];

export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    const before = points[index] ?? first;
    if (!next) {
      parts.push(`L${round(corner.x)} ${round(corner.y)}`);
      continue;
    }
    const length = (one: Point, two: Point) => Math.hypot(two.x - one.x, two.y - one.y);
    const radius = Math.min(7, length(before, corner) / 2, length(corner, next) / 2);
    const towards = (goal: Point) => {
      const share = radius / (length(corner, goal) || 1);
      return `${round(corner.x + (goal.x - corner.x) * share)} ${round(corner.y + (goal.y - corner.y) * share)}`;
    };
    parts.push(`L${towards(before)}Q${round(corner.x)} ${round(corner.y)} ${towards(next)}`);
  }
  return parts.join('');
}
