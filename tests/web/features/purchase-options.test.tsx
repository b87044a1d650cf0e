import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ActiveSubscription } from '#contract/account.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import {
  eachWithNewWorld,
  json,
  openOptions,
  openPage,
  press,
  world,
} from '#tests/support/purchase-page.tsx';
import { smallestFor, tierOfferOf } from '#web/features/billing/prices-in-words.ts';

const dayMs = 86_400_000;
const subscribed = (changes: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  tier: 'STANDARD',
  status: 'active',
  startDate: '2026-11-01T00:00:00.000Z',
  currentPeriodStart: '2026-11-01T00:00:00.000Z',
  currentPeriodEnd: '2026-12-01T00:00:00.000Z',
  cancelledAt: null,
  pendingTier: null,
  graceEndsAt: null,
  ...changes,
});

eachWithNewWorld();

describe('the purchase options', () => {
  it('[R2.34] have three tabs: Subscription, Pay as you go, FAQ', async () => {
    await openPage();
    await openOptions();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Subscription',
      'Pay as you go',
      'FAQ',
    ]);
    await expectAccessible(document.body);
    await userEvent.click(screen.getByRole('tab', { name: 'FAQ' }));
    expect(screen.getByText('What does a session cost?')).toBeDefined();
  });

  it.each([
    ['500 credits', '$10', '$2.00', null, '5 hours', '8.3 hours'],
    ['2,500 credits', '$40', '$1.60', '20%', '25 hours', '41.6 hours'],
    ['5,000 credits', '$70', '$1.40', '30%', '50 hours', '83.3 hours'],
  ])(
    '[R5.12] [R9.2] [R9.6] %s are %s at %s per 100, saving %s',
    async (name, price, per, saved, long, short) => {
      await openPage();
      await openOptions('Pay as you go');
      await userEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }));
      const slip = within(screen.getByRole('region', { name }));
      const text = slip.getByRole('heading').closest('section')?.textContent ?? '';
      for (const part of [per, long, short, 'These credits never expire.']) expect(text).toContain(part);
      expect(text.includes('You save')).toBe(saved !== null);
      if (saved) expect(text).toContain(`You save ${saved}`);
      expect(slip.getByRole('button', { name: `Pay ${price}` })).toBeDefined();
      await expectAccessible(document.body);
    },
  );

  it.each([
    ['Standard', '$9', '$15 value', '750 credits', '7.5 hours', '12.5 hours'],
    ['Pro', '$25', '$40 value', '2,000 credits', '20 hours', '33.3 hours'],
  ])('[R5.13] [R9.3] %s: %s a month, %s', async (name, ...parts) => {
    await openPage();
    await openOptions();
    const plan = screen.getByRole('region', { name });
    for (const part of parts) expect(plan.textContent).toContain(part);
  });

  it('opens at the smallest sufficient quantity when an analysis lacks credits', async () => {
    await openPage();
    await press('Get credits');
    await screen.findByRole('dialog', { name: 'Purchase options' });
    expect(screen.getByRole('tab', { name: 'Pay as you go' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText(/600 credits more than you have: 2,500 credits is the smallest/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pay $40' })).toBeDefined();
    expect([1, 500, 501, 2500, 5000, 5001].map(smallestFor)).toEqual([5, 5, 25, 25, 50, null]);
  });
});

describe('a subscription', () => {
  const start = Date.parse('2026-11-01T00:00:00.000Z');
  it.each([
    ['on the first day', start, 1250],
    ['in the middle', start + 15 * dayMs, 625],
    ['on the last day', start + 29.5 * dayMs, 42],
  ])('[R9.4] %s an upgrade states in advance what it grants at once', (_, now, creditsNow) => {
    expect(tierOfferOf('PRO', subscribed(), now)).toEqual({ kind: 'upgrade', creditsNow });
  });

  it('[R9.4] [R9.5] shows the credits of an upgrade, and that it applies at once', async () => {
    const now = Date.now();
    const period = {
      currentPeriodStart: new Date(now - 14.5 * dayMs).toISOString(),
      currentPeriodEnd: new Date(now + 15.5 * dayMs).toISOString(),
    };
    world.told = { activeSubscription: subscribed(period) };
    await openPage();
    await openOptions();
    expect(screen.getByText('667 credits arrive immediately')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Standard' }).textContent).toContain('Your plan');
  });

  it('[R9.5] applies a downgrade from the end of the period', async () => {
    world.told = { activeSubscription: subscribed({ tier: 'PRO' }) };
    await openPage();
    await openOptions();
    expect(screen.getByRole('button', { name: 'Change to Standard' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Standard' }).textContent).toMatch(/From .*December.*2026/);
  });

  it('[R9.5] does not offer a scheduled downgrade again', async () => {
    world.told = { activeSubscription: subscribed({ tier: 'PRO', pendingTier: 'STANDARD' }) };
    await openPage();
    await openOptions();
    expect(screen.queryByRole('button', { name: 'Change to Standard' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Standard' }).textContent).toMatch(
      /Starts on .*December.*2026/,
    );
  });

  it('[R4.10] [R9.5] says when a cancelled subscription ends, and that the portal can resume it', async () => {
    world.told = {
      activeSubscription: subscribed({ status: 'cancelled', cancelledAt: '2026-11-10T00:00:00.000Z' }),
    };
    world.answers['POST /account/billing-portal'] = () => json({ portal_url: 'https://portal.example/1' });
    await openPage();
    await openOptions();
    expect(screen.getByText(/^Cancels on .*December.*2026$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
    await expectAccessible(document.body);
    await press('Resume subscription');
    expect(world.left).toEqual(['https://portal.example/1']);
  });
});
