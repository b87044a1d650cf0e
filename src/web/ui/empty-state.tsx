import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text: string;
  /** The one thing to do next. */
  children?: ReactNode;
}

/** What a place says while it holds nothing, and what to do about it. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p className="empty-state-text">{text}</p>
      {children}
    </div>
  );
}
