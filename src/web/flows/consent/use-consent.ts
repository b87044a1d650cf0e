import { useMemo } from 'react';
import { selectConsent } from '#machines/consent/consent.selectors.ts';
import { useTracking } from '#web/hooks/tracking-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

const unknown = () => undefined;

export function useConsent() {
  const consent = useTracking()?.consent();
  const snapshot = useSnapshot(consent, unknown);
  const status = snapshot === undefined ? 'nothing' : selectConsent(snapshot);
  const commands = useMemo(
    () => ({
      grant: () => consent?.send({ type: 'choice.made', choice: 'granted' }),
      refuse: () => consent?.send({ type: 'choice.made', choice: 'refused' }),
    }),
    [consent],
  );
  return { status, ...commands };
}
