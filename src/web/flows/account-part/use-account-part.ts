import { useMemo } from 'react';
import { selectAccountPart } from '#machines/account-part/account-part.selectors.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

export function useAccountPart() {
  const site = useSite();
  const status = selectAccountPart(useSnapshot(site.accountPart()));
  const commands = useMemo(
    () => ({
      need: () => site.needAccount(),
      foresee: () => site.foreseeAccount(),
    }),
    [site],
  );
  return { status, ...commands };
}
