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
 * The embedded engine: chooses sentences of the session by rules, without a model and without the network. Its result is
 * of kind `highlights`, an index into the session, and never called more. Linear in the words of the transcript; both
 * stages work from the transcript alone, so nothing need be saved.
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
