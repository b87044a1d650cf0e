import type { ErrorCode } from '#contract/errors.ts';

/** Work that is measured. The work may set its name and outcome while it runs. */
export interface Operation {
  kind: 'call' | 'job' | 'stage';
  /** Route, queue or stage: one of a limited number. */
  name: string;
  /** One of a limited number. */
  outcome?: string;
  /** The caller's span, in the format of W3C Trace Context. */
  traceParent?: string | undefined;
}

/** Measures what the server does, for metrics and traces. */
export interface Telemetry {
  /** Runs the work and measures it. An operation that throws has the outcome `failed` unless it set another. */
  measure<Result>(operation: Operation, work: (operation: Operation) => Promise<Result>): Promise<Result>;
  /** Counts a call that was refused. */
  refused(code: ErrorCode): void;
}

export const noTelemetry: Telemetry = {
  measure: (operation, work) => work(operation),
  refused: () => undefined,
};
