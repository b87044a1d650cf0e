import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Keeps the rest of a list back until one asks for it; the browser's own, so it works without JavaScript. */
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
