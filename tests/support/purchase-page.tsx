import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { useCreditOffer } from '#web/flows/checkout/use-purchase.ts';
import '#web/features/account/account-settings-modal.tsx';
import '#web/features/billing/purchase-options-modal.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import { Notices } from '#web/features/shell/notices.tsx';

const [known] = authFlow.outcomes.checkSession;
export const user = (known.type === 'done' ? known.output.user : null) as SignedInSession;
export const json = (body: unknown, status = 200) => Response.json(body, { status });
export const refusal = (status: number, code: string, beside = {}) =>
  json({ error: { code, message: 'Refused.' }, ...beside }, status);

interface World {
  told: Partial<SignedInSession>;
  answers: Record<string, () => Response | Promise<Response>>;
  calls: { call: string; body: unknown }[];
  left: string[];
  stops: number;
  app: ComposedApp;
  clock: SimulatedClock;
}

export const world = {} as World;

const server = (async (address: string, init: RequestInit) => {
  const call = `${init.method} ${new URL(address, 'http://page.example').pathname}`;
  world.calls.push({ call, body: init.body ? JSON.parse(String(init.body)) : null });
  const answer = world.answers[call];
  if (answer) return answer();
  if (call === 'GET /check-session') return json({ ...user, ...world.told });
  if (call === 'POST /login') return json({ userId: user.userId, isNewUser: false });
  if (call.endsWith('/preferences')) return json(defaultPreferences);
  if (call === 'GET /account/credits')
    return json({ credits: 0, freeAnalyses: 1, expiring: [], events: [], nextCursor: null });
  return refusal(404, 'notFound');
}) as typeof fetch;

export const settle = async () => {
  for (let turn = 0; turn < 6; turn += 1) await act(settled);
};
export const pass = async (milliseconds: number) => {
  await act(async () => world.clock.increment(milliseconds));
  await settle();
};
export const asked = (call: string) => world.calls.filter((one) => one.call === call);

function leavingPage(): typeof window {
  const location = {
    assign: (address: string) => world.left.push(address),
    get pathname() {
      return window.location.pathname;
    },
    get search() {
      return window.location.search;
    },
    get hash() {
      return window.location.hash;
    },
  };
  return new Proxy(window, {
    get(target, key) {
      if (key === 'location') return location;
      if (key === 'stop') return () => (world.stops += 1);
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function Lacking() {
  const offer = useCreditOffer();
  return (
    <button type="button" onClick={() => offer?.({ missing: 600 })}>
      Get credits
    </button>
  );
}

export async function openPage(): Promise<void> {
  world.clock = new SimulatedClock();
  const identity = createFakeIdentity({
    users: [{ userId: user.userId, email: user.userEmail, emailVerified: true, password: 'a lamp' }],
    signedInAs: user.userEmail,
  });
  world.app = createWholeApp(
    {
      identity,
      fetch: server,
      baseUrl: '',
      page: leavingPage(),
      storage: new MemoryStorage(),
      cookies: () => '_ga=GA1.1.1234567890.1700000000; promotekit_referral=a-friend',
      navigate,
    },
    { clock: world.clock },
  );
  world.app.start();
  await settle();
  await act(async () => {
    render(
      <AppProvider app={{ ...world.app, openClickGate: () => ({ passes: () => true, close: () => {} }) }}>
        <Lacking />
        <ModalHost />
        <Notices />
      </AppProvider>,
    );
  });
}

export const openOptions = async (part?: 'Pay as you go' | 'FAQ') => {
  await act(async () => world.app.modals().send({ type: 'modal.opened', modal: 'purchaseOptions' }));
  await screen.findByRole('dialog', { name: 'Purchase options' });
  if (part) await userEvent.click(screen.getByRole('tab', { name: part }));
};
export const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await settle();
};
export const checkoutOpens = () =>
  json({ checkout_url: 'https://checkout.example/pay/1', checkout_id: 'checkout-1' });
export const report =
  (state: string, credits = 0, tier: string | null = null) =>
  () =>
    json({ state, credits, tier });
export const reading = 'GET /account/checkouts/checkout-1';
export const away = (way = 'unsaid', userId = user.userId) =>
  sessionStorage.setItem(
    'hearthscribe.checkout',
    JSON.stringify({ userId, checkoutId: 'checkout-1', path: '/campaign?campaignId=c1#notes', way }),
  );
export const kept = () => JSON.parse(sessionStorage.getItem('hearthscribe.checkout') ?? 'null') as unknown;

export function eachWithNewWorld(): void {
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
    Object.assign(world, { told: {}, answers: {}, calls: [], left: [], stops: 0 });
    sessionStorage.clear();
    window.history.replaceState(null, '', '/terms');
  });
  afterEach(() => world.app.stop());
}
