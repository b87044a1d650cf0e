import type { NotesSettings } from '#server/platform/config.ts';
import { createEndpointNotesEngine } from './endpoint/engine.ts';
import { createHighlightsEngine } from './highlights/engine.ts';
import type { NotesEngine } from './port.ts';

export function selectNotesEngine(settings: NotesSettings): NotesEngine {
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
