import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import type { CreditEvent } from '#contract/billing.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { isExpiryNear } from '#contract/prices.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { activeSubscription, creditEvents } from '#tests/support/credit-fixtures.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { analysis, campaign, quote, session } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { AccountNavigation } from '#web/features/shell/account-shell.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import { expiryWords, hoursOfAudio, hoursRange, money } from '#web/ui/text.ts';

const [known] = authFlow.outcomes.checkSession;
const user = (known.type === 'done' ? known.output.user : null) as SignedInSession;
const dayMs = 86_400_000;

let told: Partial<SignedInSession>;
let events: readonly CreditEvent[];
let expiring: { expirationDate: string; amount: number }[];
let pageSize: number;
let isAway: boolean;
let isHeld: boolean;
let asked: string[];

const server = (async (address: string, init: RequestInit) => {
  const { pathname, searchParams } = new URL(address, 'http://page.example');
  asked.push(`${init.method} ${pathname}`);
  if (pathname === '/check-session') return Response.json({ ...user, ...told });
  if (pathname === '/login') return Response.json({ userId: user.userId, isNewUser: false });
  if (pathname.endsWith('/preferences')) return Response.json(defaultPreferences);
  if (pathname === '/account/billing-portal' && isAway)
    return Response.json({ error: { code: 'paymentsUnavailable', message: 'Closed.' } }, { status: 503 });
  if (pathname === '/account/billing-portal') return new Promise(() => {});
  if (pathname.endsWith('/quote')) return Response.json(quote);
  if (pathname.endsWith('/analyses') && init.method === 'POST') {
    told = { ...told, userCreditBalance: 1305 };
    events = [
      { ...creditEvents[0]!, id: 'analysis:new', at: '2026-11-21T12:00:00.000Z', balance: 1305 },
      ...events,
    ];
    return Response.json({ ...analysis, status: 'queued', result: null, finishedAt: null }, { status: 201 });
  }
  if (pathname !== '/account/credits')
    return Response.json({ error: { code: 'notFound', message: 'Not found.' } }, { status: 404 });
  if (isHeld) return new Promise(() => {});
  if (isAway) return Response.json({ error: { code: 'forbidden', message: 'Not now.' } }, { status: 403 });
  const from = Number(searchParams.get('cursor') ?? 0);
  const page = events.slice(from, from + pageSize);
  return Response.json({
    credits: told.userCreditBalance ?? 0,
    freeAnalyses: told.freeAnalysisBalance ?? 0,
    expiring,
    events: page,
    nextCursor: from + pageSize < events.length ? String(from + pageSize) : null,
  });
}) as typeof fetch;

let app: ComposedApp;
let clock: SimulatedClock;
const settle = async (turns = 5) => {
  for (let turn = 0; turn < turns; turn += 1) await act(settled);
};

async function openCredits(): Promise<HTMLElement> {
  clock = new SimulatedClock();
  app = createWholeApp(
    {
      identity: createFakeIdentity({
        users: [{ userId: user.userId, email: user.userEmail, emailVerified: true, password: 'a lamp' }],
        signedInAs: user.userEmail,
      }),
      fetch: server,
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock },
  );
  app.start();
  await settle();
  await act(async () => {
    render(
      <AppProvider app={app}>
        <AccountNavigation path="/campaign" links={{ discord: null, sites: [] }} />
        <ModalHost />
      </AppProvider>,
    );
  });
  await act(async () => app.modals().send({ type: 'modal.opened', modal: 'creditsAndBilling' }));
  await settle();
  return screen.findByRole('tabpanel', { name: 'Credits and billing' });
}

const part = (name: string) => screen.getByRole('region', { name });
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const cells = (row: HTMLElement) =>
  [...row.children].map((cell) =>
    [...(cell.querySelector('.history-event')?.children ?? [cell])]
      .map((line) => line.textContent)
      .join(' | ')
      .replace(/ (In progress|Not charged)/, ' | $1'),
  );

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  told = {
    userCreditBalance: 1650,
    freeAnalysisBalance: 0,
    activeSubscription: null,
    nextCreditDropDate: null,
  };
  events = creditEvents;
  expiring = [];
  pageSize = 20;
  isAway = false;
  isHeld = false;
  asked = [];
  window.history.replaceState(null, '', '/terms');
});
afterEach(() => {
  app.stop();
  vi.restoreAllMocks();
});

describe('the balance', () => {
  it('[R9.10] [R9.6] shows its hours, what expires when, and what never does', async () => {
    const soon = new Date(Date.now() + 30 * dayMs).toISOString();
    told = { userCreditBalance: 1650, freeAnalysisBalance: 2 };
    expiring = [
      { expirationDate: soon, amount: 1 },
      { expirationDate: '2126-11-02T09:00:00.000Z', amount: 500 },
      { expirationDate: '2126-11-02T09:30:00.000Z', amount: 250 },
      { expirationDate: '2126-12-02T09:00:00.000Z', amount: 625 },
      { expirationDate: '2127-01-02T09:00:00.000Z', amount: 100 },
    ];
    await openCredits();
    const balance = part('Your balance');
    expect(balance.textContent).toContain('1,650 credits');
    expect(balance.textContent).toContain('16.5–27.5 hours of audio, comprehensive to brief');
    expect(balance.textContent).toContain('2 free analyses');
    const lines = await within(balance).findAllByRole('listitem');
    expect(lines.map((line) => [line.textContent, line.dataset.near])).toEqual([
      [expiryWords({ amount: 1, date: soon }), 'true'],
      ['750 credits expire on 2 November 2126.', undefined],
      ['625 credits expire on 2 December 2126.', undefined],
      ['174 credits never expire.', undefined],
      ['100 credits expire on 2 January 2127.', undefined],
    ]);
    expect(within(balance).getByText('1 later date').closest('details')?.textContent).toContain(
      '100 credits',
    );
    expect(balance.textContent).toContain('Credits that expire first are spent first.');
  });

  it.each([
    [-1, false],
    [0, false],
    [1, true],
    [60 * dayMs, true],
    [60 * dayMs + 1, false],
  ])('[R9.6] what expires in %d ms is shown: %s', (left, isTold) => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    expect(isExpiryNear(now + left, now)).toBe(isTold);
  });

  it.each([
    [59, true],
    [61, false],
  ])('[R3.3] [R9.6] the mark is on the balance %d days before: %s', async (days, isMarked) => {
    const expirationDate = new Date(Date.now() + days * dayMs).toISOString();
    told.nextCreditExpiration = { expirationDate, expiringAmount: 120 };
    await openCredits();
    expect(
      screen.queryAllByRole('button', { name: 'Credits expire soon: see which', hidden: true }),
    ).toHaveLength(isMarked ? 1 : 0);
  });

  it('[R9.6] formats the day as every page does', () => {
    expect(expiryWords({ amount: 120, date: '2027-01-03T12:00:00.000Z' })).toBe(
      '120 credits expire on 3 January 2027.',
    );
  });

  it('[R9.10] formats hours and money', () => {
    expect(
      [0, 5, 60, 100, 166].map((credits) => hoursRange({ from: credits / 100, to: credits / 60 })),
    ).toEqual(['0 hours', 'less than 0.1 hours', '0.6–1 hours', '1–1.6 hours', '1.6–2.7 hours']);
    expect([1, 1.29, 1250].map(hoursOfAudio)).toEqual(['1 hour', '1.2 hours', '1,250 hours']);
    expect([money(900, 'usd'), money(1250, 'EUR')]).toEqual(['$9', '€12.50']);
  });
});

describe('the subscription', () => {
  it('[R4.10] [R3.1] [R3.2] shows an active one, its price, and when the next credits arrive', async () => {
    told.activeSubscription = activeSubscription;
    told.nextCreditDropDate = activeSubscription.currentPeriodEnd;
    await openCredits();
    const { textContent } = part('Subscription');
    expect(textContent).toContain('Standard Active');
    expect(textContent).toContain('$9 a month for 750 credits');
    expect(textContent).toContain('You get the next 750 credits on 5 December 2026.');
    expect(textContent).not.toContain('Cancels on');
  });

  it("[R4.10] a cancelled one says 'Cancels on' and the period's end", async () => {
    told.activeSubscription = {
      ...activeSubscription,
      status: 'cancelled',
      cancelledAt: '2026-11-20T10:00:00.000Z',
    };
    await openCredits();
    expect(screen.getByText('Cancels on 5 December 2026')).toBeTruthy();
    expect(part('Subscription').textContent).toContain('won’t be charged again or get more credits');
    expect(part('Subscription').textContent).not.toContain('The next');
  });

  it('[R9.5] shows a scheduled downgrade with its date and next tier', async () => {
    told.activeSubscription = { ...activeSubscription, tier: 'PRO', pendingTier: 'STANDARD' };
    told.nextCreditDropDate = activeSubscription.currentPeriodEnd;
    await openCredits();
    const { textContent } = part('Subscription');
    expect(textContent).toContain('Pro Active');
    expect(textContent).toContain('Changes to Standard on 5 December 2026: $9 a month for 750 credits.');
    expect(textContent).toContain('You get the next 750 credits on 5 December 2026.');
  });

  it('[R7.12] a failed payment shows its deadline, and opens the portal', async () => {
    told.activeSubscription = { ...activeSubscription, graceEndsAt: '2026-12-19T09:00:00.000Z' };
    expiring = [{ expirationDate: new Date(Date.now() + dayMs).toISOString(), amount: 120 }];
    await openCredits();
    const alert = within(part('Subscription')).getByRole('alert');
    expect(alert.textContent).toContain('A payment failed');
    expect(alert.textContent).toContain('19 December 2026');
    await userEvent.click(within(alert).getByRole('button', { name: 'Pay or update card' }));
    await settle();
    expect(asked).toContain('POST /account/billing-portal');
    expect(within(part('Subscription')).getByRole('button', { name: 'Opening …' })).toBeTruthy();
    await expectAccessible(document.body);
  });

  it('[R8.4] says that the portal could not be opened, and offers it again', async () => {
    told.activeSubscription = activeSubscription;
    await openCredits();
    isAway = true;
    await userEvent.click(screen.getByRole('button', { name: 'Manage subscription' }));
    await settle();
    expect(within(part('Subscription')).getByRole('alert').textContent).toBe(
      'Error accessing billing portal. Please try again later.',
    );
    expect(screen.getByRole('button', { name: 'Manage subscription' })).toBeTruthy();
  });

  it('without one: shows what it grants, and links to the options and the portal', async () => {
    await openCredits();
    expect(part('Subscription').textContent).toContain('Standard gives you 750 credits a month for $9.');
    expect(screen.getByRole('button', { name: 'Invoices and cards' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'See subscriptions' }));
    expect(app.modals().getSnapshot().context.opened).toBe('purchaseOptions');
  });
});

describe('the credit history', () => {
  it('[R9.6] shows each event in plain words, with its day, its credits and the balance after it', async () => {
    await openCredits();
    const [day, what, change, balance] = [0, 1, 2, 3].map((column) =>
      rows().map((row) => cells(row)[column]),
    );
    expect(what).toEqual([
      'Comprehensive analysis of Session 12 | In progress | Reserved while the analysis runs, and charged only when the notes are ready.',
      'Brief analysis of Session 3 | Not charged | It ended without notes, so we released the 207 credits we had reserved.',
      'Refund | You got back $5 of $10 in total. We removed the unspent credits that it paid for on 1 November 2026.',
      'Pro: credits for the rest of the month | You paid $8. They expire on 17 November 2027.',
      'Credits expired | You received them on 9 November 2025.',
      'Standard: monthly credits | You paid $9. They expire on 2 November 2027.',
      'Credits bought | You paid $10, and got $5 of it back. They never expire.',
      'Comprehensive analysis of Session 3',
      'Analysis of a deleted session',
      'Credits from us | They never expire.',
      'Comprehensive analysis of Session 3 | Covered by a free analysis.',
      'A free analysis from us',
    ]);
    expect(change).toEqual(
      '−345 0 −250 +625 −35 +750 +500 −345 −240 +990'
        .split(' ')
        .concat('−1 free analysis', '+1 free analysis'),
    );
    expect(balance?.slice(0, 3)).toEqual(['1,650', '1,995', '1,995']);
    expect(balance?.slice(-2)).toEqual(['0 free analyses', '1 free analysis']);
    expect([day?.at(0), day?.at(-1)]).toEqual(['20 November 2026', '12 October 2026']);
  });

  it('opens the session of an analysis, and closes itself', async () => {
    await openCredits();
    const link = screen.getByRole('link', { name: 'Session 12' });
    expect(link.getAttribute('href')).toBe(
      `/campaign?campaignId=${campaign.id}&sessionId=${session.id}&analysisId=01900000-0000-7000-8000-000000000009`,
    );
    await userEvent.click(link);
    expect(window.location.pathname).toBe('/campaign');
    expect(app.modals().getSnapshot().context.opened).toBeNull();
  });

  it('shows more on request, keeps what is shown when that fails, and retries', async () => {
    pageSize = 8;
    await openCredits();
    expect(rows()).toHaveLength(8);
    isAway = true;
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(rows()).toHaveLength(8);
    isAway = false;
    // R5.10: the button ignores a second click at once.
    clock.increment(300);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(rows()).toHaveLength(12);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[R2.24] [D1] follows an analysis that begins, as the balance in the bar does', async () => {
    await openCredits();
    const run = app.spawned.analysis.get()!.of(session.id, null, true);
    await settle();
    const start = run.getSnapshot().children.analysisStart;
    start?.send({ type: 'level.chosen', detailLevel: 'brief' });
    start?.send({ type: 'start.confirmed' });
    await settle(15);
    expect(rows()).toHaveLength(creditEvents.length + 1);
    expect(part('Your balance').textContent).toContain('1,305 credits');
    expect(screen.getByRole('button', { name: /^1,305 credits/, hidden: true })).toBeTruthy();
  });

  it('says that nothing has happened yet', async () => {
    events = [];
    await openCredits();
    expect(screen.getByRole('heading', { name: 'No credit history yet' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('reserves its space while loading', async () => {
    isHeld = true;
    await openCredits();
    expect(screen.getByText('Loading your credit history')).toBeTruthy();
    expect(part('Your balance').textContent).toContain('1,650 credits');
  });

  it('says that it could not be read, and retries', async () => {
    isAway = true;
    await openCredits();
    expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your credit history');
    expect(part('Your balance').textContent).toContain('1,650 credits');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(rows()).toHaveLength(creditEvents.length);
  });
});
