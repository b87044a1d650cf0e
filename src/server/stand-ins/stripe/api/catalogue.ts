import { z } from 'zod';
import { subscriptionTiers } from '#contract/prices.ts';
import { missing } from '../errors.ts';
import { priceOf, productOf, tierOfPrice } from '../objects/catalogue.ts';
import { asList, type Routes } from './call.ts';
import { expand, flag, id, listing, read } from './parameters.ts';

function pageOf<T extends { id: string }>(
  all: T[],
  given: { limit: number; starting_after?: string | undefined },
) {
  const from = all.findIndex((one) => one.id === given.starting_after) + 1;
  return { data: all.slice(from, from + given.limit), hasMore: from + given.limit < all.length };
}

export const catalogueRoutes: Routes = {
  async 'GET /v1/prices'({ form }) {
    const given = read(
      { ...listing, active: flag.optional(), lookup_keys: z.array(id).optional(), product: id.optional() },
      form,
    );
    const prices = subscriptionTiers.map(priceOf).filter(({ lookup_key, product }) => {
      const isWanted = given.lookup_keys?.includes(lookup_key ?? '') ?? true;
      return isWanted && (given.product ?? product) === product && given.active !== false;
    });
    return { object: asList(pageOf(prices, given), '/v1/prices'), expand: given.expand };
  },
  async 'GET /v1/prices/{id}'({ path, form }) {
    const tier = tierOfPrice(path.id ?? '');
    if (tier === null) throw missing('price', path.id ?? '', 'price');
    return { object: priceOf(tier), expand: read({ expand }, form).expand };
  },
  async 'GET /v1/products'({ form }) {
    const given = read({ ...listing, active: flag.optional() }, form);
    const products = given.active === false ? [] : subscriptionTiers.map(productOf);
    return { object: asList(pageOf(products, given), '/v1/products'), expand: given.expand };
  },
};
