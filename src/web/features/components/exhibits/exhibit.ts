import type { ReactNode } from 'react';

/** One state in which a component can be met. */
export interface Specimen {
  name: string;
  show: () => ReactNode;
}

/** What the component viewer tells of a component (R2.14): in words for everyone, no code. */
export interface Exhibit {
  /** In the address: `/dev/components#button`. */
  id: string;
  title: string;
  /** What it is for, when to use it, and how it behaves. */
  explanation: string;
  specimens: readonly Specimen[];
}
