import type { ReactNode } from 'react';
import { creditsPerHour, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { SocialLinks } from '#contract/status.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { countOf, credits, expiryWords, hoursOfAudio, hoursRange } from '#web/ui/text.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { MenuPanel, MenuSection } from './menu-panel.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { DiscordLink, SocialRow } from './social-links.tsx';

interface AccountSummary {
  email: string;
  creditBalance: number;
  freeAnalysisBalance: number;
  hours: { from: number; to: number };
  expiring: { amount: number; date: string } | null;
  problem: string | null;
}

interface AccountBarProps {
  account: AccountSummary;
  path: string;
  links: SocialLinks;
  alphaFeatures: boolean;
  onPurchase: () => void;
  onHistory: () => void;
  search?: ReactNode;
  onFeedback: () => void;
  onSettings: () => void;
  onSignOut: () => void;
}

export function AccountBar(props: AccountBarProps) {
  const { account, path, search, onFeedback } = props;
  return (
    <>
      <NavigationLink href="/campaign" path={path} className="navigation-link navigation-campaign">
        Campaign
      </NavigationLink>
      <div className="navigation-end">
        {search}
        {account.freeAnalysisBalance > 0 ? <FreeAnalyses {...props} /> : null}
        <Balance {...props} />
        <Button className="navigation-feedback" onClick={onFeedback}>
          Feedback
        </Button>
        <AccountMenu {...props} />
      </div>
    </>
  );
}

function Balance({ account, onPurchase, onHistory }: AccountBarProps) {
  const { creditBalance, hours, expiring, problem } = account;
  const worth =
    creditBalance < creditsPerHour.brief
      ? `An hour of audio costs ${creditsPerHour.brief} credits (brief) or ${creditsPerHour.comprehensive} credits (comprehensive).`
      : `Enough for ${hoursOfAudio(hours.from)} of audio in comprehensive detail, or ${hoursOfAudio(hours.to)} in brief.`;
  return (
    <div className="navigation-credits" data-mark={markOf(account)}>
      <Tooltip text={expiring ? `${worth} ${expiryWords(expiring)}` : worth} position="bottom">
        <Button kind="quiet" className="navigation-balance" onClick={onPurchase}>
          <strong>{credits(creditBalance)}</strong>{' '}
          <span className="navigation-hours">{hoursRange(hours)}</span>
          <VisuallyHidden>: purchase credits</VisuallyHidden>
        </Button>
      </Tooltip>
      {problem !== null ? (
        <Tooltip text={problem} position="bottom">
          <Button kind="quiet" icon="alert" iconOnly className="navigation-mark" onClick={onHistory}>
            Your payment failed: see what to do
          </Button>
        </Tooltip>
      ) : expiring ? (
        <Tooltip text={expiryWords(expiring)} position="bottom">
          <Button kind="quiet" icon="hourglass" iconOnly className="navigation-mark" onClick={onHistory}>
            Credits expire soon: see which
          </Button>
        </Tooltip>
      ) : null}
    </div>
  );
}

const markOf = ({ problem, expiring }: AccountSummary) =>
  problem !== null ? 'problem' : expiring !== null ? 'expiring' : undefined;

function FreeAnalyses({ account, onPurchase }: AccountBarProps) {
  const count = account.freeAnalysisBalance;
  const each = count === 1 ? 'It covers' : 'Each covers';
  return (
    <Tooltip
      text={`${each} a recording of up to ${freeAnalysisMaxSeconds / 3600} hours, brief or comprehensive.`}
      position="bottom"
    >
      <Button kind="quiet" className="navigation-free" onClick={onPurchase}>
        <Badge kind="calm" icon="sparkle">
          {countOf(count, 'free', 'free')}{' '}
          <span className="navigation-free-rest">{count === 1 ? 'analysis' : 'analyses'}</span>
        </Badge>
        <VisuallyHidden>: purchase options</VisuallyHidden>
      </Button>
    </Tooltip>
  );
}

function MenuBalance({ account, onHistory }: AccountBarProps) {
  const { creditBalance, hours, expiring, problem } = account;
  return (
    <div className="account-menu-balance">
      <p>
        <strong>{credits(creditBalance)}</strong> <span className="muted">{hoursRange(hours)}</span>
      </p>
      {problem !== null ? (
        <p className="account-menu-problem">
          <Icon name="alert" />
          <span>
            {problem}{' '}
            <button type="button" className="link-button" onClick={onHistory}>
              See what to do
            </button>
          </span>
        </p>
      ) : null}
      {expiring ? (
        <p className="account-menu-expiring">
          <Icon name="hourglass" />
          <span>
            {expiryWords(expiring)}{' '}
            <button type="button" className="link-button" onClick={onHistory}>
              See which
            </button>
          </span>
        </p>
      ) : null}
    </div>
  );
}

function AccountMenu(props: AccountBarProps) {
  const { account, path, links, alphaFeatures, onPurchase, onFeedback, onSettings, onSignOut } = props;
  return (
    <MenuPanel
      label="Menu"
      className="account-menu"
      face={() => (
        <>
          <Avatar name={account.email} decorative />
          <Icon name="chevronDown" />
        </>
      )}
    >
      <p className="account-menu-email" data-private>
        <span className="muted">Signed in as</span> {account.email}
      </p>
      <MenuBalance {...props} />
      <ul className="menu-section account-menu-campaign">
        <li>
          <NavigationLink href="/campaign" path={path} className="menu-entry">
            Campaign
          </NavigationLink>
        </li>
      </ul>
      <MenuSection title="Account">
        <Entry label="Purchase Credits" onChoose={onPurchase} />
        <Entry label="Account Settings" onChoose={onSettings} />
        {alphaFeatures ? (
          <li>
            <NavigationLink href="/alpha-features" path={path} className="menu-entry">
              Alpha Features <Badge>ALPHA</Badge>
            </NavigationLink>
          </li>
        ) : null}
      </MenuSection>
      <MenuSection title="Help">
        <li>
          <NavigationLink href="/faq" path={path} className="menu-entry">
            FAQ
          </NavigationLink>
        </li>
        <Entry label="Feedback" onChoose={onFeedback} />
        {links.discord === null ? null : (
          <li>
            <DiscordLink href={links.discord} className="menu-entry" />
          </li>
        )}
        <li>
          <NavigationLink href="/blog" path={path} className="menu-entry">
            Blog
          </NavigationLink>
        </li>
      </MenuSection>
      <ul className="menu-section">
        <li>
          <button type="button" className="menu-entry" onClick={onSignOut}>
            <Icon name="signOut" />
            Sign out
          </button>
        </li>
      </ul>
      <SocialRow links={links} />
    </MenuPanel>
  );
}

function Entry({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <li>
      <button type="button" className="menu-entry" onClick={onChoose}>
        {label}
      </button>
    </li>
  );
}
