import type { SocialLinks } from '#contract/status.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const;

export function SocialRow({ links }: { links: SocialLinks }) {
  if (links.discord === null && links.sites.length === 0) return null;
  return (
    <ul className="social-row" aria-label="Find us elsewhere">
      {links.sites.map(({ name, url }) => (
        <li key={url}>
          <a href={url} className="social-link" {...elsewhere}>
            <span className="social-seal" aria-hidden="true">
              {[...name][0]}
            </span>
            <VisuallyHidden>{name} (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
      {links.discord === null ? null : (
        <li>
          <a href={links.discord} className="social-link" {...elsewhere}>
            <ChatBubble />
            <VisuallyHidden>Discord (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      )}
    </ul>
  );
}

export function DiscordLink({ href, className }: { href: string; className?: string }) {
  return (
    <a href={href} className={className} {...elsewhere}>
      Discord
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

function ChatBubble() {
  return (
    <svg className="social-bubble" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M3 5.5h11.5v8H8.8L5.5 16.6v-3.1H3Z" />
      <path d="M17.2 9H21v8h-2.4v3.1L15.3 17H9.6v-1.2" />
    </svg>
  );
}
