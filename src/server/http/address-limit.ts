import type { Clock } from '#server/platform/clock.ts';

/** Of this process alone and in memory, so that neither a file nor a refusal costs a query. */
export type AddressLimit = ReturnType<typeof createAddressLimit>;

const MOST_ADDRESSES = 20_000;

/** An address may use a minute's requests at once; they come back evenly, so that the pause is short. */
export function createAddressLimit({ perMinute, clock }: { perMinute: number; clock: Clock }) {
  const perSecond = perMinute / 60;
  const budgets = new Map<string, { left: number; at: number }>();

  return {
    /** @returns whole seconds until the address may ask again, 0 within the limit */
    waitFor(address: string): number {
      const now = clock.now().getTime() / 1000;
      const known = budgets.get(address);
      const back = known === undefined ? perMinute : known.left + Math.max(0, now - known.at) * perSecond;
      const has = Math.min(perMinute, back);
      const isWithin = has >= 1;
      budgets.delete(address);
      const oldest = budgets.keys().next();
      if (budgets.size >= MOST_ADDRESSES && !oldest.done) budgets.delete(oldest.value);
      budgets.set(address, { left: isWithin ? has - 1 : has, at: now });
      return isWithin ? 0 : Math.ceil((1 - has) / perSecond);
    },
  };
}
