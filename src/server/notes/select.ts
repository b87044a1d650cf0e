import { createEndpointNotesEngine } from './endpoint/engine.ts';
import { createHighlightsEngine } from './highlights/engine.ts';
import type { NotesEngine } from './port.ts';

export interface NotesSettings {
  /** `NOTES_URL`: base address of an OpenAI-compatible chat service; null: the embedded highlights engine. */
  url: string | null;
  /** `NOTES_KEY` */
  key: string | null;
  /** `NOTES_MODEL` */
  model: string | null;
}

/** The notes engine that the settings ask for. */
export function selectNotesEngine(settings: NotesSettings): NotesEngine {
  if (!settings.url) return createHighlightsEngine();
  return createEndpointNotesEngine({
    url: settings.url,
    key: settings.key,
    model: settings.model ?? 'default',
  });
}
