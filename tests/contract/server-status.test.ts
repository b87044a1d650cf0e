import { describe, expect, it } from 'vitest';
import { ServerStatus } from '#contract/status.ts';
import fc from '#tests/support/property.ts';
import { serverStatusOf } from '#web/flows/release-watch/provide-release-watch.ts';

const moment = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const status = fc.record({
  now: moment,
  maintenance: fc.option(fc.record({ start: moment, end: moment })),
  issues: fc.boolean(),
  links: fc.constant({ discord: null, sites: [] }),
  allowedCountry: fc.boolean(),
  country: fc.option(fc.constant('DE')),
  hearing: fc.option(fc.constant({ state: 'ready', megabytes: 0 })),
  pricePercent: fc.constantFrom(0, 50, 100),
});

describe('how public pages read /status without a schema', () => {
  it('[R4.4] accepts what the contract accepts', () => {
    fc.assert(
      fc.property(status, (answer) => {
        const { now, maintenance, issues } = ServerStatus.parse(answer);
        expect(serverStatusOf(answer)).toEqual({ now, maintenance, issues });
      }),
    );
  });

  it('[R4.4] rejects what the contract rejects', () => {
    const fields = ['now', 'maintenance', 'issues'] as const;
    fc.assert(
      fc.property(status, fc.constantFrom(...fields), fc.jsonValue(), (answer, field, value) => {
        const spoilt = { ...answer, [field]: value };
        fc.pre(!ServerStatus.safeParse(spoilt).success);
        expect(serverStatusOf(spoilt)).toBeNull();
      }),
    );
    for (const nothing of [null, 3, 'text', [], {}]) expect(serverStatusOf(nothing)).toBeNull();
  });
});
