import { expect, it } from 'vitest';
import { placeIn, withoutText } from '#contract/place-in.ts';
import fc, { runs } from '#tests/support/property.ts';

const repeated = (longest: number) =>
  fc
    .array(fc.constantFrom(...'a'.repeat(60), 'b'), { maxLength: longest })
    .map((letters) => letters.join(''));

it('finds what indexOf finds, in texts of the same few letters, too', () => {
  fc.assert(
    fc.property(
      repeated(900),
      fc.nat(900),
      fc.nat(400),
      repeated(400),
      fc.nat(300),
      (text, at, size, other, from) => {
        for (const wanted of [text.slice(at, at + size), other, ''])
          expect(placeIn(text, wanted, from)).toBe(text.indexOf(wanted, from));
      },
    ),
    { numRuns: runs(400) },
  );
});

it('takes out every place of a text', () => {
  fc.assert(
    fc.property(repeated(900), fc.nat(900), fc.integer({ min: 1, max: 400 }), (text, at, size) => {
      const gone = text.slice(at, at + size);
      expect(withoutText(text, gone)).toBe(gone === '' ? text : text.replaceAll(gone, ''));
    }),
    { numRuns: runs(400) },
  );
});
