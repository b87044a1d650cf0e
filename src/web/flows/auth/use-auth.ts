import { useMemo } from 'react';
import {
  type AccountPartStatus,
  selectAccountPart,
  selectAccountPartFailure,
} from '#machines/account-part/account-part.selectors.ts';
import {
  type AuthStatus,
  selectAuthFailure,
  selectAuthStatus,
  selectIsAuthBusy,
  selectUser,
} from '#machines/auth/auth.selectors.ts';
import { useAppIfLoaded, useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

/** Unknown while the account part loads. */
export function useAuth() {
  const site = useSite();
  const auth = useAppIfLoaded()?.flows.get('auth');
  const snapshot = useSnapshot(auth);
  const part = useSnapshot(site.accountPart());
  const commands = useMemo(
    () => ({
      signOut: () => auth?.send({ type: 'logout.requested' }),
      retry: () => {
        if (auth === undefined) site.needAccount();
        else auth.send({ type: 'retry' });
      },
      refresh: () => auth?.send({ type: 'refresh.requested' }),
    }),
    [auth, site],
  );
  if (snapshot === undefined) {
    return {
      status: statusWithoutAccount(selectAccountPart(part), site.expectsAccount),
      user: null,
      failure: selectAccountPartFailure(part),
      isBusy: false,
      ...commands,
    };
  }
  return {
    status: selectAuthStatus(snapshot),
    user: selectUser(snapshot),
    failure: selectAuthFailure(snapshot),
    isBusy: selectIsAuthBusy(snapshot),
    ...commands,
  };
}

function statusWithoutAccount(part: AccountPartStatus, expectsAccount: boolean): AuthStatus {
  if (part === 'failed') return 'unreachable';
  return part === 'absent' && !expectsAccount ? 'signedOut' : 'checking';
}
