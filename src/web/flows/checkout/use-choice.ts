import { useEffect } from 'react';
import type { Choice } from '#contract/choices.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

/** Shows a signed-in user the choice in the address. */
export function useChoice(choice: Choice | null): void {
  const { choose } = useApp();
  const isSignedIn = useAuth().status === 'signedIn';
  useEffect(() => {
    if (isSignedIn) choose(choice);
  }, [choose, choice, isSignedIn]);
}
