import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Works without JavaScript. */
export function ShowMore({ children }: { children: ReactNode }) {
  return (
    <details className="show-more">
      <summary className="button button-secondary">
        <span className="show-more-closed">Show More</span>
        <span className="show-more-open">Show Less</span>
        <Icon name="chevronDown" />
      </summary>
      {children}
    </details>
  );
}
