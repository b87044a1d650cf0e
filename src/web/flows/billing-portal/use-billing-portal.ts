import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectIsPortalBusy,
  selectPortalFailure,
} from '#machines/billing-portal/billing-portal.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useBillingPortal() {
  const flow = useFlow('billingPortal');
  const snapshot = useSelector(flow, (current) => current);
  const open = useMemo(() => () => flow.send({ type: 'portal.requested' }), [flow]);
  return { isBusy: selectIsPortalBusy(snapshot), failure: selectPortalFailure(snapshot), open };
}
