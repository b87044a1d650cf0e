import { Link } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { credits, hoursRange } from '#web/ui/text.ts';
import './navigation.css';

export interface AccountSummary {
  email: string;
  creditBalance: number;
  freeAnalysisBalance: number;
  /** Hours of audio the balance buys (R9.10). */
  hours: { from: number; to: number };
}

interface NavigationBarProps {
  /** Null while signed out; `unknown` while that is being checked. */
  account: AccountSummary | null | 'unknown';
  signingOut: boolean;
  onSignIn: () => void;
  onSignOut: () => void;
  /** Offered while the server cannot be asked who this is. */
  onRetry?: (() => void) | undefined;
}

/** R2.22–R2.24: the name; signed out Join / Login; signed in the campaign link, free analyses, balance and Sign out. */
export function NavigationBar({ account, signingOut, onSignIn, onSignOut, onRetry }: NavigationBarProps) {
  const signedIn = account !== null && account !== 'unknown';
  return (
    <header className="navigation">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <nav className="navigation-row" aria-label="Main">
        <Link href="/" className="navigation-brand">
          <Logo />
          <span>Hearthscribe</span>
        </Link>
        {signedIn ? (
          <>
            <Link href="/campaign" className="navigation-link navigation-campaigns">
              Campaigns
            </Link>
            <div className="navigation-account">
              {account.freeAnalysisBalance > 0 ? (
                <span className="badge badge-calm navigation-free">
                  <Icon name="sparkle" />
                  <span>
                    {account.freeAnalysisBalance} free
                    <span className="navigation-free-rest">
                      {account.freeAnalysisBalance === 1 ? ' analysis' : ' analyses'}
                    </span>
                  </span>
                </span>
              ) : null}
              <p className="navigation-balance" title="Comprehensive to brief analyses">
                <strong>{credits(account.creditBalance)}</strong>
                <span className="navigation-hours">{hoursRange(account.hours)}</span>
              </p>
              <Button kind="quiet" icon="signOut" busy={signingOut} onClick={onSignOut}>
                Sign out
              </Button>
            </div>
          </>
        ) : null}
        {onRetry ? (
          <div className="navigation-account">
            <Button onClick={onRetry}>Try again</Button>
          </div>
        ) : null}
        {account === null ? (
          <div className="navigation-account">
            <Button kind="primary" onClick={onSignIn}>
              Join / Login
            </Button>
          </div>
        ) : null}
      </nav>
    </header>
  );
}
