import type { Config } from '#server/platform/config.ts';

type Priced = Pick<Config, 'stripe' | 'notes' | 'highlightsPriceChosen'>;

/** What to ask the operator who sells analyses for real money without a model that writes notes, and never set a price. Null: nothing. */
export function priceQuestion({ stripe, notes, highlightsPriceChosen }: Priced): string | null {
  const isSold = stripe !== null && !/_test_/.test(stripe.secretKey);
  const writesByModel = (notes.url !== null && notes.url !== 'auto') || notes.here?.allowed === 'yes';
  if (!isSold || writesByModel || highlightsPriceChosen) return null;
  return 'You sell analyses, and no language model writes notes here: Highlights quote the evening and cost as much as written notes. Set HIGHLIGHTS_PRICE_PERCENT: we suggest 25; 100 keeps the price.';
}
