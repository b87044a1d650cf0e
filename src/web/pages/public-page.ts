import type { ComponentType } from 'react';

export interface PublicPage {
  path: string;
  /** Its component; two paths with the same function show the same page. */
  load: () => Promise<ComponentType>;
  target?: string;
  /** Its component runs on a visitor's first page too; every other page stays the HTML that the server sent. */
  interactive?: true;
}
