import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { NotFoundPage } from '#web/features/not-found/not-found-page.tsx';
import { PageShell } from '#web/features/shell/page-shell.tsx';
import { PrivacyPage } from '#web/pages/privacy-page.tsx';
import { TermsPage } from '#web/pages/terms-page.tsx';
import { useAuth } from './hooks.ts';
import { campaignPlaceOf } from './paths.ts';

/** A chunk of its own: a visitor of the public pages does not load it. */
const CampaignArea = lazy(async () => ({
  default: (await import('#web/features/campaign/campaign-area.tsx')).CampaignArea,
}));

/** R6.4: only for whoever is signed in; until that is known nothing is shown but what was there before. */
function CampaignRoute() {
  const { status } = useAuth();
  const place = campaignPlaceOf(useSearch());
  if (status === 'signedOut') return <Redirect to="/" replace />;
  return status === 'signedIn' ? (
    <Suspense fallback={null}>
      <CampaignArea {...place} />
    </Suspense>
  ) : null;
}

/** R2.5: the old address of the app; its query is kept. */
function OldAppRoute() {
  const search = useSearch();
  return <Redirect to={`/campaign${search === '' ? '' : `?${search}`}`} replace />;
}

/** R2: every address of the app; any other is the 404 page (R2.15). */
export function Routes() {
  return (
    <PageShell>
      <Switch>
        <Route path="/" component={LandingPage} />
        <Route path="/campaign" component={CampaignRoute} />
        <Route path="/app_index.html" component={OldAppRoute} />
        <Route path="/terms" component={TermsPage} />
        <Route path="/privacy" component={PrivacyPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </PageShell>
  );
}
