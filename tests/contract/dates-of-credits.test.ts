import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { Timestamp } from '#contract/common.ts';
import { expiryWarningDays, oneYearAfter, upgradeCredits } from '#contract/prices.ts';
import fc from '#tests/support/property.ts';

const ms = Date.parse;
const upgrade = (periodStart: string, periodEnd: string, at: string) =>
  upgradeCredits({ periodStart: ms(periodStart), periodEnd: ms(periodEnd), at: ms(at) });

const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const zoneOfProcess = process.env.TZ;
afterEach(() => {
  if (zoneOfProcess === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfProcess;
});
function inEachZone<Result>(work: () => Result): Set<Result> {
  return new Set(
    zones.map((zone) => {
      process.env.TZ = zone;
      expect(new Date(0).toLocaleString('en')).toBe(new Date(0).toLocaleString('en', { timeZone: zone }));
      return work();
    }),
  );
}

describe('credits for an upgrade', () => {
  const june = ['2026-06-01T12:00:00.000Z', '2026-07-01T12:00:00.000Z'] as const;
  it.each([
    ['at its first moment', '2026-06-01T12:00:00.000Z', 1250],
    ['still on its first day', '2026-06-02T11:59:59.999Z', 1250],
    ['as its second day begins', '2026-06-02T12:00:00.000Z', 1208],
    ['in the middle', '2026-06-16T12:00:00.000Z', 625],
    ['as its last day begins', '2026-06-30T12:00:00.000Z', 42],
    ['at its last moment', '2026-07-01T11:59:59.999Z', 42],
    ['once it is over', '2026-07-01T12:00:00.000Z', 0],
    ['long after', '2027-01-01T00:00:00.000Z', 0],
    ['before it has begun', '2026-05-31T00:00:00.000Z', 1250],
  ])('[R9.4] in a cycle of 30 days, %s: %s brings %i credits', (_name, at, credits) => {
    expect(upgrade(...june, at)).toBe(credits);
  });

  it.each([
    [
      '28 days, February',
      '2026-02-10T08:00:00.000Z',
      '2026-03-10T08:00:00.000Z',
      '2026-02-24T08:00:00.000Z',
      14,
      28,
    ],
    [
      '29 days, February of a leap year',
      '2028-02-10T08:00:00.000Z',
      '2028-03-10T08:00:00.000Z',
      '2028-02-29T08:00:00.000Z',
      10,
      29,
    ],
    [
      '29 days, one that begins on the leap day',
      '2028-02-29T00:00:00.000Z',
      '2028-03-29T00:00:00.000Z',
      '2028-03-28T00:00:00.000Z',
      1,
      29,
    ],
    ['31 days', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z', '2026-07-21T06:00:00.000Z', 11, 31],
    [
      'from the 31st to the last of a short month',
      '2026-01-31T23:30:00.000Z',
      '2026-02-28T23:30:00.000Z',
      '2026-02-14T23:30:00.000Z',
      14,
      28,
    ],
    [
      'and on to the 31st again',
      '2026-02-28T23:30:00.000Z',
      '2026-03-31T23:30:00.000Z',
      '2026-03-31T00:00:00.000Z',
      1,
      31,
    ],
    [
      'over the turn of the year',
      '2026-12-15T00:00:00.000Z',
      '2027-01-15T00:00:00.000Z',
      '2026-12-31T23:59:59.999Z',
      15,
      31,
    ],
    [
      'a cycle of seconds, as of a test clock',
      '2026-06-01T00:00:00.000Z',
      '2026-06-01T00:00:30.000Z',
      '2026-06-01T00:00:10.000Z',
      1,
      1,
    ],
  ])('[R9.4] %s', (_name, start, end, at, left, days) => {
    expect(upgrade(start, end, at)).toBe(Math.round((1250 * left) / days));
  });

  it('[R9.4] is the same in every time zone, also if clocks change within the cycle', () => {
    // In 2026, New York's clocks go forward on 8 March and Lord Howe's half an hour back on 5 April.
    const work = () =>
      upgrade('2026-03-06T05:00:00.000Z', '2026-04-06T05:00:00.000Z', '2026-03-22T04:59:59.999Z');
    expect([...inEachZone(work)]).toEqual([Math.round((1250 * 16) / 31)]);
  });

  it('[R9.4] is never negative, never more than a full month, and never grows later in the cycle', () => {
    const moment = fc.integer({ min: ms('2020-01-01T00:00:00Z'), max: ms('2040-01-01T00:00:00Z') });
    const days = fc.integer({ min: 28, max: 31 });
    fc.assert(
      fc.property(
        moment,
        days,
        fc.nat(40 * 86_400_000),
        fc.nat(40 * 86_400_000),
        (start, length, one, other) => {
          const cycle = { periodStart: start, periodEnd: start + length * 86_400_000 };
          const [early, late] = one < other ? [one, other] : [other, one];
          const [first, second] = [early, late].map((after) =>
            upgradeCredits({ ...cycle, at: start + after }),
          );
          expect(Number.isInteger(first)).toBe(true);
          expect(first).toBeLessThanOrEqual(1250);
          expect(second).toBeGreaterThanOrEqual(0);
          expect(second).toBeLessThanOrEqual(first!);
        },
      ),
    );
  });
});

describe('one year after', () => {
  it.each([
    ['an ordinary day', '2026-03-14T09:26:53.589Z', '2027-03-14T09:26:53.589Z'],
    ['the leap day', '2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
    ['the 28th before a leap day', '2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
    ['the day after the leap day', '2028-03-01T00:00:00.000Z', '2029-03-01T00:00:00.000Z'],
    ['the 31st', '2026-08-31T12:00:00.000Z', '2027-08-31T12:00:00.000Z'],
    ['the last moment of a year', '2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
    ['the first of one', '2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'],
  ])('[R9.6] %s', (_name, added, expires) => {
    expect(oneYearAfter(added)).toBe(expires);
  });

  it('[R9.6] is the same in every time zone', () => {
    expect([...inEachZone(() => oneYearAfter(new Date('2028-02-29T00:30:00.000Z').toISOString()))]).toEqual([
      '2029-02-28T00:30:00.000Z',
    ]);
  });

  it('[R9.6] is always a valid date, 365 or 366 days later, and keeps the order of days', () => {
    const range = {
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2060-01-01T00:00:00Z'),
      noInvalidDate: true,
    };
    fc.assert(
      fc.property(fc.date(range), fc.date(range), (one, other) => {
        const later = (date: Date) => oneYearAfter(date.toISOString());
        expect(Timestamp.safeParse(later(one)).success).toBe(true);
        expect(new Date(later(one)).toISOString()).toBe(later(one));
        const days = (ms(later(one)) - one.getTime()) / 86_400_000;
        expect([365, 366]).toContain(days);
        const isLeapDay = (date: Date) => date.toISOString().slice(5, 10) === '02-29';
        if (isLeapDay(one) || isLeapDay(other)) return;
        expect(Math.sign(ms(later(one)) - ms(later(other)))).toBe(Math.sign(one.getTime() - other.getTime()));
      }),
    );
  });
});

it('[R9.6] warns users from 60 days before', () => {
  expect(expiryWarningDays).toBe(60);
});
