import { accountPartMachine } from '#machines/account-part/account-part.machine.ts';
import { implement } from '#machines/kit/implement.ts';

export function provideAccountPart(load: () => Promise<void>): typeof accountPartMachine {
  return implement(accountPartMachine, ({ promise }) => promise('loadAccountPart', load));
}

type Place = Pick<Location, 'pathname' | 'search'>;

export function needsAccountPart(storage: Storage, { pathname, search }: Place): boolean {
  const query = new URLSearchParams(search);
  return (
    pathname === '/campaign' ||
    (query.has('state') && (query.has('code') || query.has('error'))) ||
    hasSignedInBefore(storage)
  );
}

function hasSignedInBefore(storage: Storage): boolean {
  try {
    for (let index = 0; index < storage.length; index += 1) {
      if (/^CognitoIdentityServiceProvider\.[^.]+\.LastAuthUser$/.test(storage.key(index) ?? '')) return true;
    }
  } catch {
    // Without storage there is no remembered sign-in.
  }
  return false;
}
