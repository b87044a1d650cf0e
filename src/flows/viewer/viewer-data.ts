import type { ChartStructure } from '../diff/structure.ts';
import type { Flow } from '../flow.ts';
import type { ReportStep } from '../report.ts';
import type { Parting } from '../reported.ts';
import type { Wait } from '../waits.ts';

/** Where the counts of a chart come from. */
export interface TrafficSource {
  /** Such as “in 12 reports of users”. */
  readonly words: string;
  steps: () => readonly ReportStep[];
  /** Only where this browser counts, which begins when somebody asks for it. */
  counting?: { isOn: () => boolean; start: () => void; end: () => void };
}

export interface PathData {
  id: string;
  title: string;
  scenario: string;
  steps: readonly string[];
  /** Of scripts. */
  priority?: number;
  isSmoke?: boolean;
}

export interface Figure {
  label: string;
  value: string;
  reason?: string;
}

export interface FlowVersion {
  id: string;
  date: string;
  title: string;
  release?: string;
  hash: string;
  structure: ChartStructure;
}

export interface FlowApproval {
  flow: string;
  version: string;
  by: string;
  on: string;
  note: string;
}

export interface FlowData {
  version?: string;
  /** Whether tests can walk it on a screen. */
  hasScreen?: boolean;
  approvals?: readonly FlowApproval[];
  figures: readonly Figure[];
  tours: readonly PathData[];
  scripts: readonly PathData[];
  waits: readonly Wait[];
}

/** Scripts in the words of the page. */
export interface ScriptTexts {
  /** What to do before each of them. */
  begin: string | null;
  hints: readonly (readonly [outcome: string, how: string])[];
  /** What no script enters, at the first script with the field. */
  untried: readonly (readonly [script: string, field: string, values: string])[];
  /** By id. */
  lines: Readonly<Record<string, readonly string[]>>;
}

/** A file for a test management. */
export interface ScriptExport {
  name: string;
  title: string;
  content: string;
}

export interface ViewerData {
  title: string;
  catalogue: readonly Flow[];
  flows: Readonly<Record<string, FlowData>>;
  versions?: Readonly<Record<string, () => Promise<readonly FlowVersion[]>>>;
  scripts?: Readonly<Record<string, () => Promise<ScriptTexts>>>;
  exports?: () => Promise<readonly ScriptExport[]>;
  /** Addresses of the files that scripts choose, by name. */
  examples?: Readonly<Record<string, string>>;
  requirements: Readonly<Record<string, string>>;
  traffic?: TrafficSource;
  /** A test that fails where a report says so. */
  reportTest?: (parting: Parting, report: string) => string;
  /** In development: records an approval in the repository. */
  approve?: (approval: FlowApproval) => Promise<void>;
}
