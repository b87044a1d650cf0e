import { useEffect, useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type Choice, choiceOf, isDialogHash, joinHash } from '#contract/choices.ts';
import { markCalls } from '#web/effects/answer-calls.ts';
import { useAccountPart } from '#web/flows/account-part/use-account-part.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useAppIfLoaded, useSite } from '#web/hooks/site-provider.tsx';

export type { Choice };

const readHash = () => window.location.hash;
const noHash = () => '';

export function useDialogAddress(): { hash: string; choice: Choice | null } {
  const hash = useLocationProperty(readHash, noHash);
  return { hash: isDialogHash(hash) ? hash : '', choice: choiceOf(hash) };
}

export function useDialog() {
  const site = useSite();
  const part = useAccountPart();
  const { status } = useAuth();
  const { hash, choice } = useDialogAddress();
  const isLoaded = useAppIfLoaded() !== null;
  const [wasAnswered, setWasAnswered] = useState(false);
  if (isLoaded && status !== 'checking' && !wasAnswered) setWasAnswered(true);
  const isAsked = hash !== '';
  const isOpening = isAsked && part.status !== 'failed' && (!isLoaded || status === 'checking');
  useEffect(() => markCalls(document, isOpening ? hash : null), [hash, isOpening]);
  return {
    isAsked,
    choice,
    isOpening,
    isForVisitor: isOpening && !wasAnswered && !site.remembersSignIn,
    open(): void {
      part.need();
      if (!isAsked) site.navigate(window.location.pathname + window.location.search + joinHash);
    },
    close(): void {
      site.navigate(window.location.pathname + window.location.search, { replace: true });
    },
  };
}
