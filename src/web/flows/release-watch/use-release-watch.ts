import {
  selectMaintenance,
  selectReleaseStatus,
  selectTimeLeft,
} from '#machines/release-watch/release-watch.selectors.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

/** `maintenance` in milliseconds since 1970. */
export function useReleaseWatch() {
  const watch = useSite().releaseWatch();
  const snapshot = useSnapshot(watch);
  return {
    status: selectReleaseStatus(snapshot),
    maintenance: selectMaintenance(snapshot),
    timeLeft: selectTimeLeft(snapshot),
    reload: () => watch.send({ type: 'reload.requested' }),
  };
}
