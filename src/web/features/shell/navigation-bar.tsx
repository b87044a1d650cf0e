import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SocialLinks } from '#contract/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { SocialRow } from './social-links.tsx';
import './navigation.css';

const pages = [
  { href: '/pricing', label: 'Pricing' },
  { href: '/faq', label: 'FAQ' },
  { href: '/blog', label: 'Blog' },
] as const;

interface NavigationBarProps {
  path: string;
  visitor: 'signedOut' | 'signedIn' | 'unknown';
  links: SocialLinks;
  joining?: boolean;
  onJoin: () => void;
  onForesee?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

export function NavigationBar(props: NavigationBarProps) {
  const { path, visitor, links, joining = false, onJoin, onForesee, onRetry, children } = props;
  const list = pages.map(({ href, label }) => (
    <li key={href}>
      <NavigationLink href={href} path={path} className="navigation-link">
        {label}
      </NavigationLink>
    </li>
  ));
  return (
    <header className="navigation" data-visitor={visitor} data-tracking-category="navigation">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <nav className="navigation-row" aria-label="Main">
        <Link href="/" className="navigation-brand" aria-current={path === '/' ? 'page' : undefined}>
          <Logo />
          <span className="navigation-name">Hearthscribe</span>
        </Link>
        {visitor === 'signedIn' ? children : null}
        {visitor === 'signedOut' ? (
          <>
            <ul className="navigation-links">{list}</ul>
            <div className="navigation-end">
              <SocialRow links={links} />
              <Button
                kind="primary"
                className="navigation-join"
                busy={joining}
                onClick={onJoin}
                onPointerEnter={onForesee}
                onFocus={onForesee}
              >
                Join / Login
              </Button>
              <MenuPanel
                label="Menu"
                className="navigation-more"
                face={(open) => <Icon name={open ? 'close' : 'menu'} />}
              >
                <ul className="menu-section">{list}</ul>
                <SocialRow links={links} />
              </MenuPanel>
            </div>
          </>
        ) : null}
        {onRetry ? (
          <div className="navigation-end">
            <Button onClick={onRetry}>Try again</Button>
          </div>
        ) : null}
      </nav>
    </header>
  );
}
