import { useMemo } from 'react';
import type { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    copylessNotice: typeof copylessNoticeMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface DemandedModals {
    copylessNotice: true;
  }
}

export function useCopylessNotice() {
  const flow = useApp().copylessNotice();
  return useMemo(() => ({ dismiss: () => flow.send({ type: 'notice.dismissed' }) }), [flow]);
}
