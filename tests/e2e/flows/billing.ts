import type { FlowOutcome } from '#flows/flow.ts';
import { type Answer, failed, json } from '../support/held-backend.ts';
import { ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const opening = /^\/stripe-(subscription-)?checkout$/;
const reading = /^\/account\/checkouts\/[\w-]+$/;
const portal = /^\/account\/billing-portal$/;
const noHistory = { credits: 0, freeAnalyses: 1, expiring: [], events: [], nextCursor: null };

const asUser = (held: readonly RegExp[]) => (method: string, path: string) => {
  if (held.some((one) => one.test(path))) return null;
  if (path.startsWith('/account/credits')) return json(noHistory);
  return path === '/check-session' ? signedIn : ordinaryAnswer(method, path);
};

interface Refusal {
  code: string;
  message: string;
  details?: { portalUrl?: string };
}

function refused({ code, message, details }: Refusal): Answer {
  if (code !== 'redirectToPortal') return failed({ code, message });
  const { portalUrl } = details ?? {};
  const way = { action: 'redirect_to_portal', ...(portalUrl === undefined ? {} : { portal_url: portalUrl }) };
  return json({ error: { code, message }, ...way }, 409);
}

async function restorePage({ page }: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (outcome.type !== 'emits') return false;
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  return true;
}

async function openModal(
  { arrive, page, harness }: Surroundings,
  modal: string,
  title: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Feedback' }).waitFor();
  await harness('send', 'modals', { type: 'modal.opened', modal } as { type: string });
  const dialog = page.getByRole('dialog', { name: title });
  await arrive('the modal', async () => (await dialog.count()) > 0);
}

export const checkout: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: asUser([opening, reading]),
  prepare: async (around) => {
    await around.page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the analytics script does
      document.cookie = '_ga=GA1.1.1234567890.1700000000';
    });
    await openModal(around, 'purchaseOptions', 'Purchase options');
  },
  actors: {
    openCheckout: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const { address, checkoutId } = outcome.type === 'done' ? (outcome.output as never) : ({} as never);
      const opened = json({ checkout_url: address, checkout_id: checkoutId });
      await answer('POST', opening, outcome.type === 'done' ? opened : refused(outcome.error as Refusal));
      return true;
    },
    readCheckout: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const report = outcome.type === 'done' ? json(outcome.output) : refused(outcome.error as Refusal);
      await answer('GET', reading, report);
      return true;
    },
    watchReturn: restorePage,
  },
};

export const billingPortal: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: asUser([portal]),
  prepare: (around) => openModal(around, 'creditsAndBilling', 'Account settings'),
  actors: {
    openPortal: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const { code } = outcome.type === 'error' ? (outcome.error as Refusal) : { code: null };
      const opened = json(
        code === 'noPortalUrl' ? {} : { portal_url: outcome.type === 'done' && outcome.output },
      );
      await answer('POST', portal, code === 'network' ? failed({ code }) : opened);
      return true;
    },
    watchReturn: restorePage,
  },
};
