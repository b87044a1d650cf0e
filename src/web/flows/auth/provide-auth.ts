import { checkSession, login, logout } from '#contract/account.ts';
import { choiceOf, isDialogHash, joinHash } from '#contract/choices.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { SourceInfo } from '#contract/visit.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { IdentityPort } from '#web/identity/port.ts';

export interface AuthEffects {
  client: ApiClient;
  identity: IdentityPort;
  /** Whether the sign-in form is at work, which announces its end itself. */
  isSigningIn: () => boolean;
  sourceInfo: () => SourceInfo | null;
  navigate: (to: string, options?: { replace: boolean }) => void;
  location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** Forgets what was read and started on behalf of the user. */
  forgetUser: () => void;
}

const isConflict = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 409;

/** R8.5: in the server's words, or in ours where its answer has none. */
function conflictOf({ code, message }: ApiFailure): { code: 'accountExists'; message: string } {
  const isWorded = code !== 'unexpected' && message.trim() !== '';
  return { code: 'accountExists', message: isWorded ? message : errorCatalogue.accountExists.message };
}

/** The auth chart with its effects. */
export function provideAuth(effects: AuthEffects): typeof authMachine {
  const { client, identity, location } = effects;
  const { callback, promise } = implement(authMachine);
  /** The hash under which the sign-in dialog is open; empty where it is not. */
  const dialogHash = () => (isDialogHash(location.hash) ? location.hash : '');
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
      try {
        await client.call(login, {
          bearer: idToken,
          body: { idToken, userSourceInfo: effects.sourceInfo() },
          signal,
        });
      } catch (error) {
        throw isConflict(error) ? conflictOf(error) : error;
      }
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
        if (location.pathname === '/campaign') effects.navigate(`/${dialogHash()}`);
      },
      openSignIn: () => {
        if (dialogHash() === '') effects.navigate(`${location.pathname}${location.search}${joinHash}`);
      },
      goToCampaign: () => {
        const choice = choiceOf(location.hash);
        const hash = choice === null || choice.kind === 'freeAnalysis' ? '' : location.hash;
        // The dialog's place in the history is taken by what it led to: Back does not open it again.
        effects.navigate(`/campaign${hash}`, { replace: dialogHash() !== '' });
        // The form may have signed in somebody else than another tab did meanwhile.
        void lookAgain();
      },
    },
  });
}
