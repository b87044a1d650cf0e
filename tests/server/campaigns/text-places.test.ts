import { describe, expect, it } from 'vitest';
import { firstPlaces } from '#server/campaigns/text-places.ts';
import { expectNoHold, longestStretch } from '#tests/support/longest-stretch.ts';
import fc from '#tests/support/property.ts';

const letters = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'é', '🦊'), { maxLength }).map((each) => each.join(''));

describe('the first places of texts', () => {
  it('are those that a search for each would find', () => {
    fc.assert(
      fc.property(letters(300), fc.array(letters(40), { maxLength: 40 }), (body, texts) => {
        const found = firstPlaces(body, new Set(texts));
        for (const text of texts) expect(found.get(text) ?? -1).toBe(body.indexOf(text));
      }),
    );
  });

  it('are found in one pass, however many there are', async () => {
    const body = Array.from({ length: 100_000 }, (_, at) => `Line ${at} of the evening.`).join('\n');
    const texts = Array.from(
      { length: 20_000 },
      (_, at) => `${at * 3} of the ${at % 2 ? 'evening' : 'morning'}`,
    );
    const { result, milliseconds } = await longestStretch(async () => firstPlaces(body, new Set(texts)));
    expect(result.size).toBe(10_000);
    expectNoHold(milliseconds, 'places of texts', 400);
  });
});
