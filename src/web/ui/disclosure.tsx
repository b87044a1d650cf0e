import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  /** What one presses; a question in a list of questions. */
  title: ReactNode;
  /** Shown open at first. */
  open?: boolean;
  /** Names it in the address, so that a link can lead to it. */
  id?: string;
  /** Only one of the same name is open at a time. */
  name?: string;
  children: ReactNode;
}

/** A title that opens and closes what stands below it; the browser's own, so it works without JavaScript. */
export function Disclosure({ title, open = false, id, name, children }: DisclosureProps) {
  return (
    <details className="disclosure" id={id} name={name} open={open}>
      <summary className="disclosure-title">
        <span>{title}</span>
        <Icon name="chevronDown" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
