import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { NoticeKind } from './notice.tsx';

interface BannerProps {
  kind: NoticeKind;
  label: string;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

export function Banner({ kind, label, children, action, onDismiss }: BannerProps) {
  const urgent = kind === 'error' || kind === 'warning';
  return (
    <section className={`banner banner-${kind}`} aria-label={label}>
      <div className="banner-row">
        <Icon name={urgent ? 'alert' : kind === 'success' ? 'check' : 'info'} />
        <div className="banner-text" role={urgent ? 'alert' : 'status'}>
          {children}
        </div>
        {action}
        {onDismiss ? (
          <Button kind="quiet" icon="close" iconOnly onClick={onDismiss}>
            Dismiss
          </Button>
        ) : null}
      </div>
    </section>
  );
}
