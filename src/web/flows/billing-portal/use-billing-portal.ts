import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import {
  selectIsPortalBusy,
  selectPortalFailure,
} from '#machines/billing-portal/billing-portal.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    billingPortal: typeof billingPortalMachine;
  }
}

export function useBillingPortal() {
  const flow = useApp().billingPortal();
  const snapshot = useSelector(flow, (current) => current);
  const open = useMemo(() => () => flow.send({ type: 'portal.requested' }), [flow]);
  return { isBusy: selectIsPortalBusy(snapshot), failure: selectPortalFailure(snapshot), open };
}
