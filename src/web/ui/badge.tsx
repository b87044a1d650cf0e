import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface BadgeProps {
  kind?: 'ember' | 'calm' | 'plain' | 'danger';
  icon?: IconName;
  children: ReactNode;
}

export function Badge({ kind = 'ember', icon, children }: BadgeProps) {
  return (
    <span className={`badge badge-${kind}`}>
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
    </span>
  );
}
