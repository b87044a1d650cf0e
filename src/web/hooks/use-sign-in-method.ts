import { useEffect, useState } from 'react';
import type { SignInMethod } from '#web/identity/port.ts';
import { useApp } from './site-provider.tsx';

/** Null while unknown. */
export function useSignInMethod(): SignInMethod | null {
  const { identity } = useApp();
  const [method, setMethod] = useState<SignInMethod | null>(null);
  useEffect(() => {
    let isWanted = true;
    identity.session().then(
      (session) => isWanted && setMethod(session?.method ?? null),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [identity]);
  return method;
}
