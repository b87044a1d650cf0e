import type { NotesEngine } from '../port.ts';
import { type ChatSettings, createChat } from './chat.ts';
import { Extracted, extractAll } from './extract.ts';
import { writeAll } from './write.ts';

export interface EndpointNotesSettings extends ChatSettings {
  /** Parallel calls; default: 3. */
  concurrency?: number;
}

/**
 * The notes engine for an OpenAI-compatible chat service. Throws NotesUnavailable if the service is
 * unreachable or rejects the key. If it fails twice for a part of the session, that part comes from the
 * highlights engine, with a warning (D12).
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
