import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { activeSubscription } from '#tests/support/credit-fixtures.ts';
import {
  asked,
  away,
  checkoutOpens,
  eachWithNewWorld,
  json,
  kept,
  openOptions,
  openPage,
  pass,
  press,
  reading,
  refusal,
  report,
  settle,
  user,
  world,
} from '#tests/support/purchase-page.tsx';

eachWithNewWorld();

describe('going to pay', () => {
  it('[R7.10] [R9.11] buys a quantity once for any number of clicks, and says where it comes from', async () => {
    world.answers['POST /stripe-checkout'] = checkoutOpens;
    await openPage();
    await openOptions('Pay as you go');
    const pay = screen.getByRole('button', { name: 'Pay $40' });
    await userEvent.dblClick(pay);
    await settle();
    expect(asked('POST /stripe-checkout').map(({ body }) => body)).toEqual([
      {
        userAgent: navigator.userAgent,
        promotekit_referral: 'a-friend',
        gaClientId: '1234567890.1700000000',
        quantity: 25,
      },
    ]);
    expect(world.left).toEqual(['https://checkout.example/pay/1']);
    expect(kept()).toMatchObject({ userId: user.userId, checkoutId: 'checkout-1', path: '/terms' });
    expect(screen.getByText('Taking you to the checkout …')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to the checkout' }).getAttribute('href')).toBe(world.left[0]);
  });

  it('[R7.11] subscribes by tier', async () => {
    world.answers['POST /stripe-subscription-checkout'] = checkoutOpens;
    await openPage();
    await openOptions();
    await press('Subscribe to Pro');
    expect(asked('POST /stripe-subscription-checkout')[0]?.body).toMatchObject({ tier: 'PRO' });
    expect(world.left).toEqual(['https://checkout.example/pay/1']);
  });

  it('[R8.2] sends users with a subscription to the portal', async () => {
    const way = { action: 'redirect_to_portal', portal_url: 'https://portal.example/change' };
    world.answers['POST /stripe-subscription-checkout'] = () => refusal(409, 'redirectToPortal', way);
    world.told = { activeSubscription };
    await openPage();
    await openOptions();
    await press('Upgrade to Pro');
    expect(world.left).toEqual(['https://portal.example/change']);
    expect(screen.getByText('Taking you to the billing portal …')).toBeDefined();
    expect(kept()).toBeNull();
  });

  it.each([
    ['the server fails', () => refusal(500, 'internal')],
    ['there is no address of the portal', () => refusal(409, 'redirectToPortal')],
    ['the address is not http(s)', () => json({ checkout_url: 'javascript:alert(1)', checkout_id: 'x' })],
    ['payments are off', () => refusal(503, 'paymentsUnavailable')],
  ])('[R8.3] if %s, shows an alert, loses nothing and allows a retry', async (_, answer) => {
    world.answers['POST /stripe-subscription-checkout'] = answer;
    await openPage();
    await openOptions();
    await press('Subscribe to Pro');
    expect(
      within(screen.getByRole('alert')).getByText(
        'Error initiating Stripe subscription checkout. Please try again later.',
      ),
    ).toBeDefined();
    expect(world.left).toEqual([]);
    await expectAccessible(document.body);
    world.answers['POST /stripe-subscription-checkout'] = checkoutOpens;
    await press('Try again');
    expect(asked('POST /stripe-subscription-checkout')[1]?.body).toMatchObject({ tier: 'PRO' });
    expect(world.left).toEqual(['https://checkout.example/pay/1']);
  });

  it('goes nowhere if the options are closed or the user is signed out', async () => {
    for (const give of [
      () => press('Close'),
      () => act(async () => world.app.root.send({ type: 'user.left' })),
    ]) {
      let open = (_: Response) => {};
      world.answers['POST /stripe-checkout'] = () => new Promise((resolve) => (open = resolve));
      await openPage();
      await openOptions('Pay as you go');
      await press('Pay $40');
      await give();
      open(checkoutOpens());
      await settle();
      expect(world.left).toEqual([]);
      expect(kept()).toBeNull();
      world.app.stop();
      document.body.replaceChildren();
    }
  });

  it('stops if the user stays although the browser is leaving', async () => {
    world.answers['POST /stripe-checkout'] = checkoutOpens;
    await openPage();
    await openOptions('Pay as you go');
    await press('Pay $40');
    await press('Stay here');
    expect(world.stops).toBe(1);
    expect(kept()).toBeNull();
    await openOptions();
    expect(screen.getByRole('button', { name: 'Subscribe to Pro' }).getAttribute('aria-busy')).toBeNull();
  });
});

describe('returning', () => {
  it('polls until the payment arrives, shows it, reloads the balance and returns to the page', async () => {
    away();
    window.history.replaceState(null, '', '/campaign#purchase-complete');
    world.answers[reading] = report('open');
    await openPage();
    expect(await screen.findByText('Looking for your payment …')).toBeDefined();
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      '/campaign?campaignId=c1#notes',
    );
    await pass(2000);
    expect(asked(reading)).toHaveLength(2);
    world.answers[reading] = report('paid', 2500);
    world.told = { userCreditBalance: 2500 };
    const before = asked('GET /check-session').length;
    await pass(2000);
    expect(screen.getByText('2,500 credits are yours.')).toBeDefined();
    expect(asked('GET /check-session')).toHaveLength(before + 1);
    expect(kept()).toBeNull();
    await expectAccessible(document.body);
    await press('Back to the table');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('continues polling after a reload, because the payment is known', async () => {
    away('completed');
    world.answers[reading] = report('open');
    await openPage();
    expect(await screen.findByText('Looking for your payment …')).toBeDefined();
    await pass(2000);
    expect(asked(reading)).toHaveLength(2);
  });

  it('says after 20 seconds that it takes longer, and shows the payment later', async () => {
    away('completed');
    world.answers[reading] = report('open');
    await openPage();
    await screen.findByText('Looking for your payment …');
    for (let turn = 0; turn < 10; turn += 1) await pass(2000);
    expect(screen.getByText('Your payment is taking longer than usual')).toBeDefined();
    await press('Close');
    world.answers[reading] = report('paid', 750, 'STANDARD');
    await pass(10_000);
    expect(screen.getByText('Your Standard subscription has begun: 750 credits are yours.')).toBeDefined();
  });

  it('shows a slow payment', async () => {
    away();
    window.history.replaceState(null, '', '/campaign#purchase-complete');
    world.answers[reading] = report('processing');
    await openPage();
    expect(await screen.findByText('The payment is on its way.')).toBeDefined();
    await pass(60_000);
    expect(asked(reading)).toHaveLength(1);
  });

  it('shows once that an abandoned checkout charged nothing', async () => {
    away();
    window.history.replaceState(null, '', '/campaign#purchase-abandoned');
    world.answers[reading] = report('open');
    await openPage();
    expect(screen.getByText('Nothing was bought, and you were not charged.')).toBeDefined();
    expect(window.location.search).toBe('?campaignId=c1');
    expect(kept()).toBeNull();
  });

  it('the page is not busy after the Back button, restored or reloaded', async () => {
    world.answers['POST /stripe-checkout'] = checkoutOpens;
    world.answers[reading] = report('open');
    await openPage();
    await openOptions('Pay as you go');
    await press('Pay $40');
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await settle();
    expect(screen.getByText('Nothing was bought, and you were not charged.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pay $40' }).getAttribute('aria-busy')).toBeNull();
  });

  it('ignores what another user left in the tab', async () => {
    away('completed', '01900000-0000-7000-8000-00000000ffff');
    world.answers[reading] = report('paid', 2500);
    await openPage();
    await settle();
    expect(asked(reading)).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('thanks for the payment in another tab, which cannot know whether it has arrived', async () => {
    window.history.replaceState(null, '', '/campaign#purchase-complete');
    await openPage();
    expect(screen.getByText(/^Thank you. If your credits are not in your balance yet/)).toBeDefined();
    expect(window.location.hash).toBe('');
  });
});

describe('the billing portal', () => {
  const portal = 'POST /account/billing-portal';
  const ask = async () => {
    world.told = { activeSubscription };
    await openPage();
    await openOptions();
    await press('Manage or cancel');
  };

  it('[R4.11] [R7.12] is idle, loading, loaded: the browser goes to it once', async () => {
    let open = (_: Response) => {};
    world.answers[portal] = () => new Promise((resolve) => (open = resolve));
    await ask();
    const button = screen.getByRole('button', { name: 'Opening …' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button);
    open(json({ portal_url: 'https://portal.example/1' }));
    await settle();
    expect(world.left).toEqual(['https://portal.example/1']);
    expect(asked(portal)).toHaveLength(1);
    expect(JSON.parse(sessionStorage.getItem('hearthscribe.billingPortal') ?? 'null')).toEqual({
      path: '/terms',
    });
  });

  it.each([
    ['the server fails', () => refusal(500, 'internal'), false],
    ['the answer has no address', () => json({}), true],
    ['the address is not http(s)', () => json({ portal_url: 'javascript:alert(1)' }), true],
  ])('[R8.4] if %s, shows an alert, and logs a missing address', async (_, answer, raises) => {
    world.answers[portal] = answer;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await ask();
    expect(screen.getByRole('alert').textContent).toBe(
      'Error accessing billing portal. Please try again later.',
    );
    expect(logged.mock.calls).toEqual(raises ? [['No portal URL found in the response']] : []);
    logged.mockRestore();
    expect(world.left).toEqual([]);
  });

  it('returns to the same page, with the current subscription', async () => {
    sessionStorage.setItem('hearthscribe.billingPortal', JSON.stringify({ path: '/campaign?campaignId=c1' }));
    window.history.replaceState(null, '', '/campaign#billing');
    await openPage();
    expect(await screen.findByRole('dialog', { name: 'Account settings' })).toBeDefined();
    expect(window.location.search + window.location.hash).toBe('?campaignId=c1');
    const before = asked('GET /check-session').length;
    await pass(3000);
    expect(asked('GET /check-session').length).toBeGreaterThan(before);
  });
});
