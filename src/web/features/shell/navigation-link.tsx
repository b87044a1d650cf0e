import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface NavigationLinkProps {
  href: string;
  path: string;
  className?: string;
  children: ReactNode;
}

/** A link that marks the current page; a blog post counts as the blog. */
export function NavigationLink({ href, path, className, children }: NavigationLinkProps) {
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link href={href} className={className} aria-current={current}>
      {children}
    </Link>
  );
}
