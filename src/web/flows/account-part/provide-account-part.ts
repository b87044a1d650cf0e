import { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';

/** The account-part chart with its effect. */
export function provideAccountPart(load: () => Promise<void>): typeof accountPartMachine {
  return provideActors(accountPartMachine, implement(accountPartMachine).promise('loadAccountPart', load));
}

type Place = Pick<Location, 'pathname' | 'search'>;

/** Whether whoever opens the page is known, comes for what needs an account, or comes back from an identity provider. */
export function needsAccountPart(storage: Storage, { pathname, search }: Place): boolean {
  const query = new URLSearchParams(search);
  return (
    pathname === '/campaign' ||
    (query.has('state') && (query.has('code') || query.has('error'))) ||
    hasSignedInBefore(storage)
  );
}

/** Amplify keeps who signed in last; it forgets it when they sign out. */
function hasSignedInBefore(storage: Storage): boolean {
  try {
    for (let index = 0; index < storage.length; index += 1) {
      if (/^CognitoIdentityServiceProvider\.[^.]+\.LastAuthUser$/.test(storage.key(index) ?? '')) return true;
    }
  } catch {
    // Storage may be shut off by the user; then no sign-in is kept either.
  }
  return false;
}
