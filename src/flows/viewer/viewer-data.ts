import type { ChartLayout } from '../chart/chart-layout.ts';
import type { Flow } from '../flow.ts';

/** A generated path: its start and the keys of its events. */
export interface PathData {
  /** Stable id, such as `sign-in/2`. */
  id: string;
  /** Where it begins and ends, in words. */
  title: string;
  scenario: string;
  steps: readonly string[];
}

/** A figure of a flow, such as `Transitions` `12/12`. */
export interface Figure {
  label: string;
  value: string;
  /** Why it is missing or incomplete. */
  reason?: string;
}

export interface FlowData {
  layout: ChartLayout;
  figures: readonly Figure[];
  /** Few long paths that take every transition, and many short ones for people. */
  tours: readonly PathData[];
  scripts: readonly PathData[];
}

export interface ViewerData {
  /** Name of the product, for the heading. */
  title: string;
  catalogue: readonly Flow[];
  /** By the flow's name. */
  flows: Readonly<Record<string, FlowData>>;
  /** By requirement number. */
  requirements: Readonly<Record<string, string>>;
}
