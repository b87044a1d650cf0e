import { tag } from '#machines/kit/tags.ts';
import type { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import { useAppIfLoaded } from '#web/hooks/site-provider.tsx';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    loadingOverlay: typeof loadingOverlayMachine;
  }
}

export function useLoadingOverlay() {
  const overlay = useSnapshot(useAppIfLoaded()?.loadingOverlay());
  return { isVisible: overlay?.hasTag(tag.modal) ?? false };
}
