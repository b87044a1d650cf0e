import { useMemo } from 'react';
import { selectAccountPart } from '#machines/account-part/account-part.selectors.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

/** The account part: whether it is loaded, and how to load it. */
export function useAccountPart() {
  const site = useSite();
  const status = selectAccountPart(useSnapshot(site.accountPart()));
  const commands = useMemo(
    () => ({
      /** Loads it, also after a failure. */
      need: () => site.needAccount(),
      /** Prefetches its files. */
      foresee: () => site.foreseeAccount(),
    }),
    [site],
  );
  return { status, ...commands };
}
