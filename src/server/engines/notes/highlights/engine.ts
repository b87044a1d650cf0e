import { AnalysisResult } from '#contract/analysis-result.ts';
import type { NotesEngine } from '../port.ts';
import { prepare } from '../reading/prepare.ts';
import { compose } from './compose.ts';

/**
 * The embedded engine: passages of the transcript word for word, chosen by rules and a small regression, without a model or network. Its result has the kind
 * `highlights` and is always labeled as such. Runs in linear time. Extraction gives the whole result; writing
 * returns it.
 */
export function createHighlightsEngine(): NotesEngine<AnalysisResult> {
  return {
    id: 'highlights 3',
    kind: 'highlights',
    extraction: AnalysisResult,
    async extract({ transcript, campaign, detailLevel }, context) {
      const prepared = await prepare(transcript, campaign, {
        signal: context.signal,
        progress: (fraction) => context.progress(fraction * 0.5, 'Reading the transcript'),
      });
      const { scenes, names } = prepared;
      context.progress(0.5, `Found ${scenes.length} scenes and ${names.all.length} names`);
      const result = AnalysisResult.parse(compose(prepared, detailLevel));
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
