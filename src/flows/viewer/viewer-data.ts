import type { ChartLayout } from '../chart/chart-layout.ts';
import type { Flow } from '../flow.ts';

/** One generated path: where it starts and the keys of what happens, step by step. */
export interface PathData {
  /** Stable id, such as `sign-in/2`. */
  id: string;
  /** Where it begins and ends, in words. */
  title: string;
  scenario: string;
  steps: readonly string[];
}

/** A figure of a flow as the list shows it, such as `Transitions` `12/12`. */
export interface Figure {
  label: string;
  value: string;
  /** Why it is missing, or less than all. */
  reason?: string;
}

/** What is worked out about one flow before the page is opened. */
export interface FlowData {
  layout: ChartLayout;
  figures: readonly Figure[];
  /** Few long paths that together take every transition, and many short ones that a person can follow. */
  tours: readonly PathData[];
  scripts: readonly PathData[];
}

/** Everything that the viewer shows. */
export interface ViewerData {
  /** Name of the product, as the heading shows it. */
  title: string;
  catalogue: readonly Flow[];
  /** By the flow's name. */
  flows: Readonly<Record<string, FlowData>>;
  /** Requirement number → its text. */
  requirements: Readonly<Record<string, string>>;
}
