import type { NotesSettings } from '#server/platform/config.ts';
import { createEmbeddedNotesEngine } from './embedded/engine.ts';
import type { WriterHere } from './embedded/writer-here.ts';
import { createEndpointNotesEngine } from './endpoint/engine.ts';
import { createHighlightsEngine } from './highlights/engine.ts';
import type { NotesEngine } from './port.ts';

/** @param writer the model on this computer, if it is to write */
export function selectNotesEngine(
  settings: NotesSettings,
  writer: Pick<WriterHere, 'id' | 'connect' | 'send'> | null = null,
): NotesEngine {
  if (writer !== null) return createEmbeddedNotesEngine(writer);
  const { url, key, model, contextTokens, concurrency, silenceSeconds } = settings;
  if (!url || url === 'auto') return createHighlightsEngine();
  return createEndpointNotesEngine({
    url,
    key,
    model,
    contextTokens: contextTokens ?? null,
    concurrency: concurrency ?? null,
    ...(silenceSeconds ? { silenceMs: silenceSeconds * 1000 } : {}),
  });
}
