import { AnalysisResult } from '#contract/analysis-result.ts';
import type { NotesEngine } from '../port.ts';
import { compose } from './compose.ts';
import { prepare } from './prepare.ts';

/**
 * The embedded engine: chooses sentences of the session by rules, without a model and without the network. Its result is
 * of kind `highlights`, an index into the session, and never called more. Linear in the words of the transcript. What is
 * found is chosen at once, so extraction gives the whole result, and nothing is left to write.
 */
export function createHighlightsEngine(): NotesEngine<AnalysisResult> {
  return {
    id: 'highlights 1',
    kind: 'highlights',
    extraction: AnalysisResult,
    async extract({ transcript, campaign, detailLevel }, context) {
      const prepared = await prepare(transcript, campaign, {
        signal: context.signal,
        progress: (fraction) => context.progress(fraction * 0.5, 'Reading the transcript'),
      });
      const { scenes, names } = prepared;
      context.progress(0.5, `Found ${scenes.length} scenes and ${names.all.length} names`);
      const result = compose(prepared, detailLevel);
      context.progress(1);
      return result;
    },
    async write(_request, result, context) {
      for (const warning of result.warnings) context.warn(warning);
      context.progress(1);
      return result;
    },
  };
}
