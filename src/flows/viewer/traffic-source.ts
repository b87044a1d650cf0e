import type { ReportStep } from '../report.ts';

/** Where the counts of a chart come from. */
export interface TrafficSource {
  /** Such as “in 12 reports of users”. */
  readonly words: string;
  steps: () => readonly ReportStep[];
  /** Only where this browser counts, which begins when somebody asks for it. */
  counting?: { isOn: () => boolean; start: () => void; end: () => void };
}
