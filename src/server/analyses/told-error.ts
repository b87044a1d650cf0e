import type { AnalysisError } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import { keysOf } from '#contract/unknown-values.ts';

/** What users read of a failed analysis: by its code, never what an engine or an exception said. */
export function toldError(error: AnalysisError): AnalysisError {
  const code = keysOf(analysisFailures).find((known) => known === error.code) ?? 'stopped';
  return { ...error, code, message: analysisFailures[code].message };
}
