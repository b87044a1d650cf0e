import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { PageHeading } from './page-heading.tsx';

interface EmptyStateProps {
  icon?: IconName;
  illustration?: ReactNode;
  title: string;
  text: string;
  wholePage?: boolean;
  children?: ReactNode;
}

export function EmptyState({
  icon,
  illustration,
  title,
  text,
  wholePage = false,
  children,
}: EmptyStateProps) {
  return (
    <div className="empty-state">
      {illustration ?? (icon ? <Icon name={icon} /> : null)}
      {wholePage ? <PageHeading title={title} /> : <h2>{title}</h2>}
      <p className="empty-state-text">{text}</p>
      {children}
    </div>
  );
}
