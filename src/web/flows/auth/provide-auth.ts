import { checkSession, login, logout } from '#contract/account.ts';
import { choiceOf, isDialogHash, joinHash } from '#contract/choices.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

type AuthEffects = Pick<
  Surroundings,
  'client' | 'identity' | 'isSigningIn' | 'sourceInfo' | 'navigate' | 'forgetUser'
> & { location: Pick<Location, 'pathname' | 'search' | 'hash'> };

const isConflict = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 409;

function conflictOf({ code, message }: ApiFailure): { code: 'accountExists'; message: string } {
  const isWorded = code !== 'unexpected' && message.trim() !== '';
  return { code: 'accountExists', message: isWorded ? message : errorCatalogue.accountExists.message };
}

export function provideAuth(effects: AuthEffects): typeof authMachine {
  const { client, identity, location } = effects;
  const dialogHash = () => (isDialogHash(location.hash) ? location.hash : '');
  // Identity events may repeat or come from our own calls, so compare with the known token's user.
  let known: string | null = null;
  let shown: string | null = null;
  const present = async () => (await identity.session())?.userId ?? null;
  let lookAgain = async () => {};

  return implement(authMachine, ({ callback, promise }) => ({
    ...promise('checkSession', async ({ signal }) => {
      const session = await client.call(checkSession, { signal });
      known = await present();
      // Another tab has signed in a different user.
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
  })).provide({
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
        // So that Back does not reopen the dialog.
        effects.navigate(`/campaign${hash}`, { replace: dialogHash() !== '' });
        void lookAgain();
      },
    },
  });
}

export const auth: Flow<typeof authMachine> = {
  provide: (around) => provideAuth({ ...around, location: around.page.location }),
};
