import type { ErrorCode } from '#contract/errors.ts';

export interface Operation {
  kind: 'call' | 'job' | 'stage';
  /** One of a limited number. */
  name: string;
  outcome?: string;
  /** W3C Trace Context. */
  traceParent?: string | undefined;
}

export interface Telemetry {
  /** An operation that throws has the outcome `failed` unless it set another. */
  measure<Result>(operation: Operation, work: (operation: Operation) => Promise<Result>): Promise<Result>;
  refused(code: ErrorCode): void;
}

export const noTelemetry: Telemetry = {
  measure: (operation, work) => work(operation),
  refused: () => undefined,
};
