import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface NavigationLinkProps {
  href: string;
  path: string;
  className?: string;
  children: ReactNode;
}

export function NavigationLink({ href, path, className, children }: NavigationLinkProps) {
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link href={href} className={className} aria-current={current}>
      {children}
    </Link>
  );
}
