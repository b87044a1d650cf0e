import type { ComponentType } from 'react';

export interface PublicPage {
  path: string;
  /** Its component; two paths with the same function show the same page. */
  load: () => Promise<ComponentType>;
  target?: string;
  /** Its component also hydrates on a first visit; other pages remain the HTML that the server sent. */
  interactive?: true;
}
