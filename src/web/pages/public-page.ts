import type { ComponentType } from 'react';

/** A page that anyone may read. What its head says stands in page-heads.ts, which a visitor's first page does without. */
export interface PublicPage {
  path: string;
  /** Its component; two paths with the same function show the same page. */
  load: () => Promise<ComponentType>;
  /** Id of the element that it is scrolled to (R2.9). */
  target?: string;
  /** Its component runs on a visitor's first page too; every other page stays the HTML that the server sent. */
  interactive?: true;
}
