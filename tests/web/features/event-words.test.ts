import { expect, it } from 'vitest';
import type { CreditEvent } from '#contract/billing.ts';
import { eventWords } from '#web/features/account/credits/event-words.ts';

const refund: CreditEvent = {
  id: 'refund:15',
  at: '2026-03-02T12:00:00.000Z',
  kind: 'refund',
  unit: 'credits',
  delta: -500,
  state: 'final',
  returned: 0,
  balance: 0,
  expiresAt: null,
  addedAt: null,
  analysis: null,
  payment: { cents: 1000, refundedCents: 1000, currency: 'usd', tier: null },
};
const words = (delta: number, refundedCents: number) => {
  const { title, note } = eventWords({ ...refund, delta, payment: { ...refund.payment!, refundedCents } });
  return `${title}. ${note}`;
};

it('shows a failed refund as such, and no amount for the refund before', () => {
  expect(words(500, 0)).toMatch(/^A refund failed\./);
  expect(words(-500, 1000)).toContain('$10');
  expect(words(-500, 0)).not.toContain('$');
});
