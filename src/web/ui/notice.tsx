import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export type NoticeKind = 'error' | 'warning' | 'success' | 'information';

const icons: Record<NoticeKind, IconName> = {
  error: 'alert',
  warning: 'alert',
  success: 'check',
  information: 'info',
};

interface NoticeProps {
  kind: NoticeKind;
  title?: string | undefined;
  /** False if the surroundings announce it already. */
  announced?: boolean;
  children: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** R8: errors and warnings are announced at once, the rest politely. */
export function Notice({ kind, title, announced = true, children, onDismiss }: NoticeProps) {
  const role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  return (
    <div className={`notice notice-${kind}`} role={announced ? role : undefined}>
      <Icon name={icons[kind]} />
      <div className="notice-body">
        {title ? <p className="notice-title">{title}</p> : null}
        <div>{children}</div>
      </div>
      {onDismiss ? (
        <Button kind="quiet" icon="close" iconOnly onClick={onDismiss}>
          Dismiss
        </Button>
      ) : null}
    </div>
  );
}
