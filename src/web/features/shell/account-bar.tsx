import type { SocialLinks } from '#contract/status.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { countOf, credits, hoursRange } from '#web/ui/text.ts';
import { MenuPanel, MenuSection } from './menu-panel.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { DiscordLink, SocialRow } from './social-links.tsx';

export interface AccountSummary {
  email: string;
  creditBalance: number;
  freeAnalysisBalance: number;
  /** Hours of audio the balance buys (R9.10). */
  hours: { from: number; to: number };
}

interface AccountBarProps {
  account: AccountSummary;
  /** Path of the page that is shown. */
  path: string;
  links: SocialLinks;
  /** The user may see the alpha features (R6.2). */
  alphaFeatures: boolean;
  /** What has no view is not offered. */
  onPurchase?: (() => void) | undefined;
  onFeedback?: (() => void) | undefined;
  onSettings?: (() => void) | undefined;
  onSignOut: () => void;
}

/** R2.24: the campaigns, free analyses, the balance, Feedback, and the menu. */
export function AccountBar(props: AccountBarProps) {
  const { account, path, onPurchase, onFeedback } = props;
  const balance = (
    <>
      <strong>{credits(account.creditBalance)}</strong>
      <span className="navigation-hours">{hoursRange(account.hours)}</span>
    </>
  );
  return (
    <>
      <NavigationLink href="/campaign" path={path} className="navigation-link navigation-campaign">
        Campaign
      </NavigationLink>
      <div className="navigation-end">
        {account.freeAnalysisBalance > 0 ? <FreeAnalyses count={account.freeAnalysisBalance} /> : null}
        {onPurchase ? (
          <Button kind="quiet" className="navigation-balance" onClick={onPurchase}>
            {balance}
            <span className="visually-hidden">: purchase credits</span>
          </Button>
        ) : (
          <p className="navigation-balance">{balance}</p>
        )}
        {onFeedback ? (
          <Button className="navigation-feedback" onClick={onFeedback}>
            Feedback
          </Button>
        ) : null}
        <AccountMenu {...props} />
      </div>
    </>
  );
}

function FreeAnalyses({ count }: { count: number }) {
  return (
    <Badge kind="calm" icon="sparkle">
      {countOf(count, 'free', 'free')}
      <span className="navigation-free-rest">{count === 1 ? ' analysis' : ' analyses'}</span>
    </Badge>
  );
}

/** R2.25 */
function AccountMenu(props: AccountBarProps) {
  const { account, path, links, alphaFeatures, onPurchase, onFeedback, onSettings, onSignOut } = props;
  const hasAccountSection = onPurchase !== undefined || onSettings !== undefined || alphaFeatures;
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
      <ul className="menu-section account-menu-campaign">
        <li>
          <NavigationLink href="/campaign" path={path} className="menu-entry">
            Campaign
          </NavigationLink>
        </li>
      </ul>
      {hasAccountSection ? (
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
      ) : null}
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

function Entry({ label, onChoose }: { label: string; onChoose: (() => void) | undefined }) {
  if (!onChoose) return null;
  return (
    <li>
      <button type="button" className="menu-entry" onClick={onChoose}>
        {label}
      </button>
    </li>
  );
}
