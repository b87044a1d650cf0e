import type { ReactNode } from 'react';

/** One state of a component. */
export interface Specimen {
  name: string;
  show: () => ReactNode;
}

/** What the component viewer shows (R2.14), without code. */
export interface Exhibit {
  /** In the address: `/dev/components#button`. */
  id: string;
  title: string;
  /** What it is for, when to use it, and how it behaves. */
  explanation: string;
  specimens: readonly Specimen[];
}
