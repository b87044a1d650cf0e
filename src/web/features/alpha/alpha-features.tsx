import type { ReactNode } from 'react';
import { useHasAlphaFeatures } from '#web/flows/alpha-flag/use-alpha-features.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useNavigate, useNotices } from '#web/hooks/site-hooks.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Campfire } from '#web/ui/illustrations/campfire.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { type AlphaFeature, alphaFeatures } from './alpha-catalogue.ts';
import './alpha.css';

export function AlphaArea({ otherwise }: { otherwise: ReactNode }) {
  const { status } = useAuth();
  const isShown = useHasAlphaFeatures();
  if (isShown) return <AlphaPage features={alphaFeatures} />;
  return status === 'checking' ? null : otherwise;
}

export function AlphaPage({ features }: { features: readonly AlphaFeature[] }) {
  const { user } = useAuth();
  const { change } = usePreferences();
  const { open } = useModals();
  const { show } = useNotices();
  const navigate = useNavigate();
  const hide = () => {
    change({ show_alpha_features: false });
    show('Alpha features are hidden. Turn them back on in the account settings.');
    navigate('/campaign');
  };
  return (
    <main id="main" className="page-main alpha" tabIndex={-1}>
      <p className="eyebrow">
        <Badge>ALPHA</Badge> For testers
      </p>
      <PageHeading title="Alpha Features" />
      <p className="lead">
        Features we are still trying out. They may change, disappear or fail, but your campaigns and notes are
        safe.
      </p>
      {features.length === 0 ? (
        <EmptyState
          illustration={<Campfire />}
          title="No alpha features right now"
          text="Everyone has all our features. New ones appear here first."
        />
      ) : (
        <ul className="alpha-list">
          {features.map(({ title, text, path }) => (
            <li key={path}>
              <Card>
                <h2>{title}</h2>
                <p>{text}</p>
                <a className="button" href={path}>
                  Try it
                </a>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <div className="button-row">
        {user !== null ? (
          <Button kind="primary" onClick={() => open('feedback')}>
            Tell us what you think
          </Button>
        ) : null}
        {user?.isAlphaTester ? <Button onClick={hide}>Hide alpha features</Button> : null}
      </div>
    </main>
  );
}
