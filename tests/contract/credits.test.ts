import { describe, expect, it } from 'vitest';
import { analysisCost, balanceHours } from '#contract/credits.ts';
import fc from '#tests/support/property.ts';

describe('what an analysis costs', () => {
  it.each([
    ['3:27:00', 12_420, 207, 345],
    ['one hour', 3600, 60, 100],
    ['one second over an hour', 3601, 61, 101],
    ['a second', 1, 1, 1],
    ['nothing', 0, 0, 0],
  ])('[R9.1] [D2] %s', (_name, seconds, brief, comprehensive) => {
    expect(analysisCost(seconds, 'brief')).toBe(brief);
    expect(analysisCost(seconds, 'comprehensive')).toBe(comprehensive);
  });

  it('[D2] is the smallest whole number of credits that covers the length, to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 * 3_600_000 }), (milliseconds) => {
        const cost = analysisCost(milliseconds / 1000, 'comprehensive');
        expect(cost * 3_600_000).toBeGreaterThanOrEqual(milliseconds * 100);
        expect((cost - 1) * 3_600_000).toBeLessThan(milliseconds * 100);
      }),
    );
  });

  it('[R9.10] shows a balance as the hours it buys, comprehensive to brief', () => {
    expect(balanceHours(5000)).toEqual({ from: 50, to: 5000 / 60 });
  });
});
