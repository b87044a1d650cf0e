import { checkSession, login, logout } from '#contract/account.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { IdentityPort } from '#web/identity/port.ts';

export interface AuthEffects {
  client: ApiClient;
  identity: IdentityPort;
  /** Whether the sign-in form is at work, which announces its end itself. */
  isSigningIn: () => boolean;
  sourceInfo: () => SourceInfo | null;
  navigate: (to: string) => void;
  /** Path of the page, without query and hash. */
  currentPath: () => string;
  /** Forgets what was read and started on behalf of the user. */
  forgetUser: () => void;
}

/** The auth chart with its effects. */
export function provideAuth(effects: AuthEffects): typeof authMachine {
  const { client, identity } = effects;
  const { callback, promise } = implement(authMachine);
  // Whose token this page knows of; the identity's events are hints that may come twice, or tell of our own doing.
  let known: string | null = null;
  /** Whose data the page holds. */
  let shown: string | null = null;
  const present = async () => (await identity.session())?.userId ?? null;
  /** Looks whether the identity has changed; set while the chart runs. */
  let lookAgain = async () => {};

  return provideActors(authMachine, {
    ...promise('checkSession', async ({ signal }) => {
      const session = await client.call(checkSession, { signal });
      known = await present();
      // Another tab has signed somebody else in: nothing of the one before stays.
      if (shown !== null && known !== null && shown !== known) effects.forgetUser();
      shown = known;
      return { user: session.isAuthenticated ? session : null, hasToken: known !== null };
    }),
    ...promise('login', async ({ signal }) => {
      const idToken = await identity.idToken();
      await client.call(login, { body: { idToken, userSourceInfo: effects.sourceInfo() }, signal });
    }),
    ...promise('signOut', async ({ signal }) => {
      // Whoever signs out is signed out, even where the server cannot be told.
      await client.call(logout, { signal }).catch(() => {});
      known = null;
      await identity.signOut();
    }),
    ...callback('watchIdentity', ({ send }) => {
      lookAgain = async () => {
        const found = await present().catch(() => known);
        if (found === known || effects.isSigningIn()) return;
        known = found;
        send({ type: 'identity.changed' });
      };
      return identity.onEvent(lookAgain);
    }),
  }).provide({
    actions: {
      clearUserData: () => {
        effects.forgetUser();
        shown = null;
        if (known === null) return;
        known = null;
        void identity.signOut();
      },
      goHome: () => effects.navigate('/'),
      leaveCampaign: () => {
        if (effects.currentPath() === '/campaign') effects.navigate('/');
      },
      goToCampaign: () => {
        effects.navigate('/campaign');
        // The form may have signed in somebody else than another tab did meanwhile.
        void lookAgain();
      },
    },
  });
}
