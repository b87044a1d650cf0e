import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  title: ReactNode;
  open?: boolean;
  id?: string;
  children: ReactNode;
}

/** Works without JavaScript. */
export function Disclosure({ title, open = false, id, children }: DisclosureProps) {
  return (
    <details className="disclosure" id={id} open={open}>
      <summary className="disclosure-title">
        <span>{title}</span>
        <Icon name="chevronDown" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
