import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { SocialLinks } from '#contract/status.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SocialRow } from './social-links.tsx';
import './footer.css';

interface BuildInfo {
  hash: string | null;
  environment: string;
}

const pages = [
  ['/pricing', 'Pricing'],
  ['/faq', 'FAQ'],
  ['/roadmap', 'Roadmap'],
  ['/roadmap#whats-new', 'What’s new'],
  ['/tips-and-tricks', 'Tips and Tricks'],
  ['/blog', 'Blog'],
  ['/ai', 'AI Philosophy'],
] as const;

const legal = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookie Policy'],
  // A file, not a page.
  ['/third-party-notices.txt', 'Licenses'],
] as const;

export function Footer({ build, links }: { build: BuildInfo; links: SocialLinks }) {
  return (
    <footer className="footer" data-tracking-category="footer">
      <div className="footer-row">
        <div className="footer-brand">
          <p className="footer-name">
            <Logo />
            Hearthscribe
          </p>
          <p>Keeps the notes, so you can run the game.</p>
        </div>
        <LinkList label="Explore" list={pages} />
        <LinkList label="Legal" list={legal} />
      </div>
      <div className="footer-row footer-end">
        <Copyright build={build} />
        <SocialRow links={links} />
      </div>
    </footer>
  );
}

function LinkList({ label, list }: { label: string; list: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={label} className="footer-list">
      <p className="footer-list-title" aria-hidden="true">
        {label}
      </p>
      <ul>
        {list.map(([href, name]) => (
          <li key={href}>
            {href.endsWith('.txt') ? <a href={href}>{name}</a> : <Link href={href}>{name}</Link>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Copyright({ build: { hash, environment } }: { build: BuildInfo }) {
  const [revealed, setRevealed] = useState(false);
  const id = useId();
  return (
    <div className="footer-copyright">
      <button
        type="button"
        aria-expanded={revealed}
        aria-controls={id}
        onClick={() => setRevealed(!revealed)}
      >
        © Hearthscribe
      </button>
      <p id={id} hidden={!revealed}>
        {hash === null ? 'Build without a hash' : `Build ${hash}`} · {environment}
      </p>
    </div>
  );
}
