import { storedFacts } from '#contract/stored.ts';
import type { FlowOutcome } from '#flows/flow.ts';
import { failed, json, noContent } from '../support/held-backend.ts';
import { ordinaryAnswer, signedIn, signedOut } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const userPath = /^\/users\/[\w-]+$/;

async function openSettings({ arrive, page, harness }: Surroundings): Promise<void> {
  await page.getByRole('button', { name: 'Feedback' }).waitFor();
  await harness('send', 'modals', { type: 'modal.opened', modal: 'accountSettings' } as { type: string });
  const tab = page.getByRole('tab', { name: 'Your data' });
  await arrive('the settings', async () => (await tab.count()) > 0);
}

async function loadDemanded(
  { arrive, page, harness }: Surroundings,
  modal: string,
  title: string,
): Promise<void> {
  await harness('send', 'modals', { type: 'modal.demanded', modal } as { type: string });
  const dialog = page.getByRole('dialog', { name: title });
  await arrive('the modal', async () => (await dialog.count()) > 0);
  await harness('send', 'modals', { type: 'modal.settled', modal } as { type: string });
  await arrive('the page without the modal', async () => (await dialog.count()) === 0);
}

async function loadDeletion({ arrive, page, harness }: Surroundings): Promise<void> {
  await harness('send', 'modals', { type: 'modal.opened', modal: 'deleteAccount' } as { type: string });
  const keep = page.getByRole('button', { name: 'Keep my account' });
  await arrive('the question', async () => (await keep.count()) > 0);
  await keep.click();
}

async function answerIdentity({ harness }: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (outcome.type === 'emits') return false;
  const failure = outcome.type === 'error' ? (outcome.error as { code: string; message: string }) : null;
  return harness('answerIdentity', failure);
}

async function arriveAtLandingPage({ arrive, page, harness }: Surroundings): Promise<void> {
  await arrive('the landing page', async () => new URL(page.url()).pathname === '/');
  await page.getByRole('button', { name: 'Join / Login' }).waitFor();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  // No fact of the account: whoever signs in here next is not shown once more what is new.
  const kept = keys.filter((key) => key !== storedFacts.seenVersion.key);
  if (kept.length > 0) throw new Error(`This browser still keeps ${kept.join(', ')}.`);
  await harness('holdSession', false);
  await harness('changeIdentityElsewhere');
  const menu = page.getByRole('button', { name: 'Menu' });
  await arrive('the page of whoever is signed in', async () => (await menu.count()) > 0);
  await harness('holdSession', true);
}

export const accountDeletion: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: (method, path) => {
    if (method === 'DELETE' && userPath.test(path)) return null;
    if (path === '/logout') return noContent;
    if (path === '/check-session') return signedIn;
    return ordinaryAnswer(method, path);
  },
  prepare: async (around) => {
    await around.page.getByRole('button', { name: 'Feedback' }).waitFor();
    await loadDemanded(around, 'reSignIn', 'Sign in again');
    await loadDeletion(around);
    await openSettings(around);
    await around.harness('holdSession', true);
  },
  beginsAnew: true,
  events: {
    'user.left': async ({ harness }) => {
      await harness('send', 'modals', { type: 'user.left' });
      return false;
    },
  },
  actors: {
    readSignInMethod: async ({ harness }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'done') return harness('answerIdentity', null, 'session', outcome.output);
      return harness('answerIdentity', outcome.error as { code: string; message: string }, 'session');
    },
    reauthenticate: answerIdentity,
    deleteAccount: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'done') {
        await answer('DELETE', userPath, noContent);
        return true;
      }
      const { code } = outcome.error as { code: string };
      const refused: Record<string, string> = {
        deletionUnknown: 'network',
        deletionNotPossible: 'forbidden',
      };
      await answer('DELETE', userPath, failed({ code: refused[code] ?? code }));
      return true;
    },
    leave: async (around, outcome) => {
      if (!(await answerIdentity(around, outcome))) return false;
      await arriveAtLandingPage(around);
      return true;
    },
  },
};

export const emailVerification: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/terms',
  background: (method, path) => {
    if (path === '/login') return null;
    return path === '/check-session' ? signedOut : ordinaryAnswer(method, path);
  },
  prepare: async (around) => {
    await around.page.getByRole('button', { name: 'Join / Login' }).waitFor();
    await loadDemanded(around, 'emailVerification', 'Confirm your email address');
  },
  beginsAnew: true,
  actors: {
    isVerified: async ({ harness }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'done') return harness('answerIdentity', null, 'isVerified', outcome.output);
      return harness('answerIdentity', outcome.error as { code: string; message: string }, 'isVerified');
    },
    sendMail: async ({ harness }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'done') return harness('answerIdentity', null, 'sendVerification', outcome.output);
      const { message } = outcome.error as { message: string };
      return harness('answerIdentity', { code: 'tooManyAttempts', message }, 'sendVerification');
    },
    confirmCode: answerIdentity,
    changeAddress: async ({ answer, harness }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'error')
        return harness('answerIdentity', outcome.error as { code: string; message: string });
      const wasAsked = await harness('answerIdentity', null, 'other', outcome.output);
      const known = json({ userId: '01900000-0000-7000-8000-00000000b001', isNewUser: false });
      await answer('POST', /^\/login$/, known);
      return wasAsked;
    },
    recheckAuth: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const known = json({ userId: '01900000-0000-7000-8000-00000000b001', isNewUser: false });
      await answer(
        'POST',
        /^\/login$/,
        outcome.type === 'error' ? failed(outcome.error as { code: string }) : known,
      );
      return true;
    },
    watchVisibility: async ({ page }, outcome) => {
      if (outcome.type !== 'emits') return false;
      await page.evaluate((isHidden) => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          value: isHidden ? 'hidden' : 'visible',
        });
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'visibilityState');
      }, outcome.event.type === 'page.hidden');
      return true;
    },
  },
};
