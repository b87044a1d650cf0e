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
  // What this page knows of the identity; its events are hints that may come twice, or tell of our own doing.
  let knownToken = false;

  return provideActors(authMachine, {
    ...promise('checkSession', async ({ signal }) => {
      const session = await client.call(checkSession, { signal });
      knownToken = (await identity.session()) !== null;
      return { user: session.isAuthenticated ? session : null, hasToken: knownToken };
    }),
    ...promise('login', async ({ signal }) => {
      const idToken = await identity.idToken();
      await client.call(login, { body: { idToken, userSourceInfo: effects.sourceInfo() }, signal });
    }),
    ...promise('signOut', async ({ signal }) => {
      // Whoever signs out is signed out, even where the server cannot be told.
      await client.call(logout, { signal }).catch(() => {});
      knownToken = false;
      await identity.signOut();
    }),
    ...callback('watchIdentity', ({ send }) =>
      identity.onEvent(async () => {
        const hasToken = await identity.session().then(
          (session) => session !== null,
          () => knownToken,
        );
        if (hasToken === knownToken || effects.isSigningIn()) return;
        knownToken = hasToken;
        send({ type: 'identity.changed' });
      }),
    ),
  }).provide({
    actions: {
      clearUserData: () => {
        effects.forgetUser();
        if (!knownToken) return;
        knownToken = false;
        void identity.signOut();
      },
      goHome: () => effects.navigate('/'),
      leaveCampaign: () => {
        if (effects.currentPath() === '/campaign') effects.navigate('/');
      },
      goToCampaign: () => effects.navigate('/campaign'),
    },
  });
}
