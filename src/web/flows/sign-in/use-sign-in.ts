import { useActor } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import {
  selectHasSignedIn,
  selectIsCodeAccepted,
  selectIsCodeSent,
  selectIsSendingCode,
  selectIsSigningIn,
  selectOffersGoogle,
  selectSignInFailure,
  selectSignInMode,
  selectSignInStep,
} from '#machines/sign-in/sign-in.selectors.ts';
import type { SignInEvent, SignInMode } from '#machines/sign-in/sign-in.setup.ts';
import type { SignInEntries } from '#web/hooks/app-port.ts';
import { useApp, useSite } from '#web/hooks/site-provider.tsx';
import { inAppBrowserOf } from './in-app-browser.ts';
import { provideSignIn } from './provide-sign-in.ts';

export type { SignInStep } from '#machines/sign-in/sign-in.selectors.ts';
export type { SignInEntries, SignInMode };

/** Input bypasses the machine (see `submit`). @param mode the form that opens first */
export function useSignIn(mode: SignInMode) {
  const { signInEffects, identity, clock, inspect, adapt } = useApp();
  const { page } = useSite().dependencies;
  const entries = useRef<SignInEntries>({ email: '', password: '', code: '' });
  const [machine] = useState(() =>
    adapt(provideSignIn({ ...signInEffects, identity, entered: () => entries.current })),
  );
  const inAppBrowser = inAppBrowserOf(page.navigator.userAgent);
  const [snapshot, send] = useActor(machine, {
    input: { mode, isInAppBrowser: inAppBrowser !== null, hasGoogle: identity.hasGoogle },
    clock,
    ...(inspect === undefined ? {} : { inspect }),
  });
  useEffect(() => void identity.prefetch(), [identity]);
  return {
    step: selectSignInStep(snapshot),
    mode: selectSignInMode(snapshot),
    isBusy: selectIsSigningIn(snapshot),
    isDone: selectHasSignedIn(snapshot),
    isCodeSent: selectIsCodeSent(snapshot),
    isSendingCode: selectIsSendingCode(snapshot),
    isCodeAccepted: selectIsCodeAccepted(snapshot),
    offersGoogle: selectOffersGoogle(snapshot),
    failure: selectSignInFailure(snapshot),
    passwordMinimumLength: identity.passwordMinimumLength,
    mailPage: identity.mailPage,
    inAppBrowser,
    websiteUrl: page.location.href,
    submit(event: SignInEvent['type'], entered: SignInEntries): void {
      entries.current = entered;
      send({ type: event });
    },
    send: (event: SignInEvent['type']) => send({ type: event }),
  };
}
