import type { NotesEngine } from '../port.ts';
import { type ChatSettings, createChat } from './chat.ts';
import { Extracted, extractAll } from './extract.ts';
import { writeAll } from './write.ts';

export interface EndpointNotesSettings extends ChatSettings {
  /** Calls at the same time; 3 unless told. */
  concurrency?: number;
}

/**
 * The notes engine behind an OpenAI-compatible chat service. Throws
 * NotesUnavailable where the service cannot be reached or refuses the key; a part of the session that it fails twice
 * is taken from the highlights engine and named in the warnings (D12).
 */
export function createEndpointNotesEngine(settings: EndpointNotesSettings): NotesEngine<Extracted> {
  const chat = createChat(settings);
  const id = `endpoint ${settings.model}`;
  const options = { engine: id, concurrency: settings.concurrency ?? 3 };
  return {
    id,
    kind: 'notes',
    extraction: Extracted,
    extract: (request, context) => extractAll(request, chat, context, options),
    write: (request, extraction, context) => writeAll(request, extraction, chat, context, options),
  };
}
