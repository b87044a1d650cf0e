import type { ChartLayout } from '../chart/chart-layout.ts';
import type { ChartStructure } from '../diff/structure.ts';
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

/** An earlier version of a chart. */
export interface FlowVersion {
  /** Of the commit. */
  id: string;
  /** Such as `2026-11-24`. */
  date: string;
  /** What the commit says. */
  title: string;
  release?: string;
  /** The same for charts with the same content. */
  hash: string;
  structure: ChartStructure;
}

/** That someone has read a version of a chart and agrees with it. */
export interface FlowApproval {
  flow: string;
  /** Hash of the version. */
  version: string;
  by: string;
  /** Such as `2026-11-24`. */
  on: string;
  note: string;
}

export interface FlowData {
  /** Hash of this version of the chart. */
  version?: string;
  /** Oldest first. */
  approvals?: readonly FlowApproval[];
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
  /** Loads the earlier versions of a flow's chart, newest first. */
  versions?: Readonly<Record<string, () => Promise<readonly FlowVersion[]>>>;
  /** By requirement number. */
  requirements: Readonly<Record<string, string>>;
}
