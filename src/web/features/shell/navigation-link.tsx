import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface NavigationLinkProps {
  href: string;
  /** Path of the page that is shown. */
  path: string;
  className?: string;
  children: ReactNode;
}

/** A link that says whether it leads to the page that is shown; a blog post belongs to the blog. */
export function NavigationLink({ href, path, className, children }: NavigationLinkProps) {
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link href={href} className={className} aria-current={current}>
      {children}
    </Link>
  );
}
