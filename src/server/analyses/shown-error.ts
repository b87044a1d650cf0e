import type { AnalysisError } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { keysOf } from '#contract/unknown-values.ts';

const NOT_CHARGED = 'You were not charged.';

/** Of an analysis by a model, the page that quotes the evening stays and is paid. */
export const notCharged = (writer: NotesWriter): string =>
  writer === 'page' ? NOT_CHARGED : 'You were not charged for written notes.';

/** What users read of a failed analysis: by its code, never what an engine or an exception said. */
export function shownError(error: AnalysisError, writer: NotesWriter): AnalysisError {
  const code = keysOf(analysisFailures).find((known) => known === error.code) ?? 'stopped';
  return { ...error, code, message: analysisFailures[code].message.replace(NOT_CHARGED, notCharged(writer)) };
}
