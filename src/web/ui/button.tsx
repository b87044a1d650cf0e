import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useClickGate } from './click-gate.tsx';
import { Icon, type IconName } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  kind?: ButtonKind;
  icon?: IconName;
  iconOnly?: boolean;
  /** Keeps its place and focus, and does nothing. */
  busy?: boolean;
  children: ReactNode;
}

/** R5.10: below a `ClickGateProvider`, ignores a second click within 300 ms. */
export function Button({
  kind = 'secondary',
  icon,
  iconOnly = false,
  busy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const passes = useClickGate();

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy || !passes()) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind} ${iconOnly ? 'button-icon' : ''} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {icon ? <Icon name={icon} /> : null}
      {iconOnly ? <VisuallyHidden>{children}</VisuallyHidden> : <span>{children}</span>}
    </button>
  );
}
