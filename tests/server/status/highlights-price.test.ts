import { expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { priceQuestion } from '#server/status/highlights-price.ts';

const sells = {
  STRIPE_SECRET_KEY: 'sk_live_secretsecret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  STRIPE_PRICE_STANDARD: 'price_standard',
  STRIPE_PRICE_PRO: 'price_pro',
};
const asked = (environment: Record<string, string>) => priceQuestion(readConfig(environment));

it('[D14] where payments are real and no model writes, the operator is asked for the share that Highlights cost', () => {
  expect(asked(sells)).toMatch(/HIGHLIGHTS_PRICE_PERCENT: we suggest 25/);
  expect(asked({ ...sells, HIGHLIGHTS_PRICE_PERCENT: '100' }), 'whoever has chosen').toBeNull();
  expect(asked({ ...sells, NOTES_URL: 'https://model.example.org/v1' }), 'a model writes').toBeNull();
  expect(asked({ ...sells, STRIPE_SECRET_KEY: 'sk_test_secretsecret' }), 'test payments').toBeNull();
  expect(asked({}), 'nothing is sold').toBeNull();
});
