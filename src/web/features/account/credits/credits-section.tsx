import { useEffect } from 'react';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useCreditHistory } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BalanceCard } from './balance-card.tsx';
import { CreditHistory } from './credit-history.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import './credits.css';

export function CreditsSection() {
  const { user, refresh } = useAuth();
  const history = useCreditHistory();
  useEffect(refresh, [refresh]);
  if (user === null) return null;
  const { data, isError, error, refetch, isFetching } = history;
  return (
    <div className="settings-section credits-section">
      <BalanceCard
        creditBalance={data?.credits ?? user.userCreditBalance}
        freeAnalyses={data?.freeAnalyses ?? user.freeAnalysisBalance}
        expiring={data?.expiring ?? []}
      />
      <SubscriptionCard subscription={user.activeSubscription} nextCreditDropDate={user.nextCreditDropDate} />
      {data === undefined && isError ? (
        <>
          <Notice kind="error" title="We couldn’t load your credit history">
            {error.message}
          </Notice>
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : data === undefined ? (
        <Skeleton label="Loading your credit history" lines={6} />
      ) : (
        <CreditHistory history={history} />
      )}
    </div>
  );
}
