import { useEffect } from 'react';
import type { Choice } from '#contract/choices.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

export function useChoice(choice: Choice | null): void {
  const { choose } = useApp();
  const isSignedIn = useAuth().status === 'signedIn';
  useEffect(() => {
    if (isSignedIn) choose(choice);
  }, [choose, choice, isSignedIn]);
}
