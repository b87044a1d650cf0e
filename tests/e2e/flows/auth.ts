import type { SignedInSession } from '#contract/account.ts';
import type { SessionCheck } from '#machines/auth/auth.setup.ts';
import { dropped, failed, json, noContent } from '../support/held-backend.ts';
import { ordinaryAnswer, signedOut } from './background.ts';
import type { ChromiumFlow } from './chromium-stage.ts';

const sessionAnswer = (user: SignedInSession | null) => (user === null ? signedOut : json(user));

export const auth: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/',
  background: (method, path) =>
    ['/check-session', '/login', '/logout'].includes(path) ? null : ordinaryAnswer(method, path),
  events: {
    unauthorized: async ({ harness }) => {
      await harness('callInVain');
      return true;
    },
  },
  actors: {
    checkSession: async ({ answer, harness }, outcome) => {
      if (outcome.type === 'error') await answer('GET', /^\/check-session$/, dropped);
      if (outcome.type !== 'done') return outcome.type === 'error';
      const { user, hasToken } = outcome.output as SessionCheck;
      await harness('setToken', hasToken);
      await answer('GET', /^\/check-session$/, sessionAnswer(user));
      return true;
    },
    login: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer(
        'POST',
        /^\/login$/,
        outcome.type === 'error'
          ? failed(outcome.error as { code: string })
          : json({ userId: '01900000-0000-7000-8000-00000000b001', isNewUser: false }),
      );
      return true;
    },
    signOut: async ({ answer }, outcome) => {
      if (outcome.type !== 'done') return false;
      await answer('GET', /^\/logout$/, noContent);
      return true;
    },
    watchIdentity: async ({ harness }, outcome) => {
      if (outcome.type !== 'emits') return false;
      await harness('changeIdentityElsewhere');
      return true;
    },
  },
};
