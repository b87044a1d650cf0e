import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Redirect, useSearch } from 'wouter';
import { WindowTitleProvider } from '#web/ui/page-heading.tsx';
import { campaignPlaceOf, missingPlaceOf } from './campaign-place.ts';
import { useDialogAddress } from './dialog-hooks.ts';
import { useAccountPart, useAuth } from './site-hooks.ts';
import { useSite, WithAccount } from './site-provider.tsx';

/** A chunk of its own: a visitor of the public pages does not load it. */
const CampaignArea = lazy(async () => ({
  default: (await import('#web/features/campaign/campaign-area.tsx')).CampaignArea,
}));

const AlphaArea = lazy(async () => ({
  default: (await import('#web/features/alpha/alpha-features.tsx')).AlphaArea,
}));

/** R6.4: only for whoever is signed in; until that is known nothing is shown but what was there before. */
export function CampaignRoute() {
  const { status } = useAuth();
  const { need } = useAccountPart();
  const site = useSite();
  const search = useSearch();
  const place = campaignPlaceOf(search);
  const nameWindow = useMemo(() => (title: string) => site.showHead({ title }), [site]);
  useEffect(need, [need]);
  const { hash } = useDialogAddress();
  if (status === 'signedOut') return <Redirect to={`/${hash}`} replace />;
  return status === 'signedIn' ? (
    <WindowTitleProvider value={nameWindow}>
      <Suspense fallback={null}>
        <WithAccount>
          <CampaignArea {...place} missing={missingPlaceOf(search)} />
        </WithAccount>
      </Suspense>
    </WindowTitleProvider>
  ) : null;
}

/** R2.13: whether there is anything here is for the account part to say. */
export function AlphaRoute({ otherwise }: { otherwise: ReactNode }) {
  const { need } = useAccountPart();
  const site = useSite();
  const nameWindow = useMemo(() => (title: string) => site.showHead({ title }), [site]);
  useEffect(need, [need]);
  return (
    <WindowTitleProvider value={nameWindow}>
      <Suspense fallback={null}>
        <WithAccount>
          <AlphaArea otherwise={otherwise} />
        </WithAccount>
      </Suspense>
    </WindowTitleProvider>
  );
}
