import { describe, expect, it } from 'vitest';
import { priceLevels } from '#server/analyses/quotes.ts';
import { pricePercentOf } from '#server/analyses/writers.ts';
import { readConfig } from '#server/platform/config.ts';

const hours = (hour: number, minute = 0, second = 0) => hour * 3600 + minute * 60 + second;
const costs = (seconds: number) =>
  priceLevels(seconds, { credits: 0, freeAnalyses: 0 }).map(({ costCredits }) => costCredits);

describe('the price of an analysis', () => {
  it.each<[string, number, [number, number]]>([
    ['3:27:00', hours(3, 27), [207, 345]],
    ['1:00:00', hours(1), [60, 100]],
    ['a second more than an hour', hours(1, 0, 1), [61, 101]],
    ['a sample more than an hour', hours(1) + 1 / 16_000, [60, 100]],
    ['half a second', 0.5, [1, 1]],
    ['12 hours', hours(12), [720, 1200]],
  ])('[D2][R9.1] of %s', (_, seconds, expected) => {
    expect(costs(seconds)).toEqual(expected);
  });

  it('of Highlights is the operator’s share, rounded up to whole credits', () => {
    const balance = { credits: 0, freeAnalyses: 0 };
    const share = (percent: number) =>
      priceLevels(hours(3, 27), balance, percent).map(({ costCredits }) => costCredits);
    expect(share(50)).toEqual([104, 173]);
    expect(share(100)).toEqual([207, 345]);
    expect(share(0)).toEqual([0, 0]);
  });

  it('has that share by a setting, which notes of a model do not follow', () => {
    const set = readConfig({ HIGHLIGHTS_PRICE_PERCENT: '50' }).limits.highlightsPercent;
    expect(pricePercentOf({ kind: 'highlights' }, set)).toBe(50);
    expect(pricePercentOf({ kind: 'notes' }, set)).toBe(100);
    expect(pricePercentOf({ kind: 'highlights' }, readConfig({}).limits.highlightsPercent)).toBe(100);
  });

  it('[D3] is free for either level up to 6 h, to the second', () => {
    const balance = { credits: 0, freeAnalyses: 1 };
    expect(priceLevels(hours(6), balance)).toMatchObject([
      { detailLevel: 'brief', payment: 'free', affordable: true, missingCredits: 0, costCredits: 360 },
      { detailLevel: 'comprehensive', payment: 'free', affordable: true, missingCredits: 0 },
    ]);
    expect(priceLevels(hours(6, 0, 1), balance)).toMatchObject([
      { payment: 'credits', affordable: false, missingCredits: 361 },
      { payment: 'credits', affordable: false, missingCredits: 601 },
    ]);
  });

  it('says how many credits are missing for each level', () => {
    expect(priceLevels(hours(1), { credits: 75, freeAnalyses: 0 })).toMatchObject([
      { affordable: true, missingCredits: 0 },
      { affordable: false, missingCredits: 25 },
    ]);
  });
});
