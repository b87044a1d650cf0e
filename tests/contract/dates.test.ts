import { describe, expect, it } from 'vitest';
import { dayOf, momentOf } from '#contract/dates.ts';

describe('dates', () => {
  const evening = Date.UTC(2026, 10, 21, 23, 5);

  it('writes the month as a word, for a given zone', () => {
    expect(dayOf(evening, 'UTC')).toBe('21 November 2026');
    expect(dayOf(evening, 'Asia/Tokyo')).toBe('22 November 2026');
  });

  it('[R8.12] a time includes its zone', () => {
    expect(momentOf(evening, 'UTC')).toBe('21 November 2026 at 23:05 UTC');
    expect(momentOf(evening, 'America/New_York')).toBe('21 November 2026 at 18:05 GMT-5');
  });

  it('uses the reader’s own zone by default', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect([dayOf(evening), momentOf(evening)]).toEqual([dayOf(evening, own), momentOf(evening, own)]);
  });
});
