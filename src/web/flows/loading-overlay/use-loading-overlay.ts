import { tag } from '#machines/kit/tags.ts';
import { useAppIfLoaded } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

export function useLoadingOverlay() {
  const overlay = useSnapshot(useAppIfLoaded()?.flows.get('loadingOverlay'));
  return { isVisible: overlay?.hasTag(tag.modal) ?? false };
}
