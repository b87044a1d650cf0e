import type { NotesSettings } from '#server/platform/config.ts';
import { createEndpointNotesEngine } from './endpoint/engine.ts';
import { createHighlightsEngine } from './highlights/engine.ts';
import type { NotesEngine } from './port.ts';

export function selectNotesEngine(settings: NotesSettings): NotesEngine {
  if (!settings.url) return createHighlightsEngine();
  return createEndpointNotesEngine({
    url: settings.url,
    key: settings.key,
    model: settings.model ?? 'default',
  });
}
