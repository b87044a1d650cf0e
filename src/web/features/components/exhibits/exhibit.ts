import type { ReactNode } from 'react';

interface Specimen {
  name: string;
  show: () => ReactNode;
}

export interface Exhibit {
  id: string;
  title: string;
  explanation: string;
  specimens: readonly Specimen[];
}
