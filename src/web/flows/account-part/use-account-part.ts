import { useMemo } from 'react';
import { selectAccountPart } from '#machines/account-part/account-part.selectors.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

/** The part of the page for people with an account: whether it is there, and how to have it. */
export function useAccountPart() {
  const site = useSite();
  const status = selectAccountPart(useSnapshot(site.accountPart()));
  const commands = useMemo(
    () => ({
      /** Loads it, also after a failure. */
      need: () => site.needAccount(),
      /** It may be needed soon: fetches its files ahead. */
      foresee: () => site.foreseeAccount(),
    }),
    [site],
  );
  return { status, ...commands };
}
