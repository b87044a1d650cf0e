import { z } from 'zod';
import type { NotesEngine } from '../port.ts';
import { compose } from './compose.ts';
import { prepare } from './prepare.ts';

const Extraction = z.object({
  words: z.int(),
  scenes: z.int(),
  names: z.int(),
});

/**
 * The embedded engine: picks sentences by rules, without a model or network. Its result has the kind
 * `highlights` and is always labelled as such. Runs in linear time; both stages use only the transcript, so
 * there is nothing to save.
 */
export function createHighlightsEngine(): NotesEngine {
  return {
    id: 'highlights 1',
    kind: 'highlights',
    async extract({ transcript, campaign }, context) {
      const prepared = await prepare(transcript, campaign, {
        signal: context.signal,
        progress: (fraction) => context.progress(fraction, 'Reading the transcript'),
      });
      context.progress(1, `Found ${prepared.scenes.length} scenes and ${prepared.names.all.length} names`);
      return Extraction.parse({
        words: prepared.speech.wordCount,
        scenes: prepared.scenes.length,
        names: prepared.names.all.length,
      });
    },
    async write({ transcript, campaign, detailLevel }, _extraction, context) {
      const prepared = await prepare(transcript, campaign, {
        signal: context.signal,
        progress: (fraction) => context.progress(fraction * 0.5, 'Choosing the highlights'),
      });
      const result = compose(prepared, detailLevel);
      for (const warning of result.warnings) context.warn(warning);
      context.progress(1);
      return result;
    },
  };
}
