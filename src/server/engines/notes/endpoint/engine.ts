import type { NotesEngine } from '../port.ts';
import { type ChatSettings, connect } from './connect.ts';
import { Extracted, extractAll } from './extract.ts';
import { openAiAddress } from './openai-transport.ts';
import { writeAll } from './write.ts';

/**
 * The notes engine for a language model: Ollama by its own calls, every other service by OpenAI's. Throws
 * NotesUnavailable if the service is unreachable or rejects the key. If it fails twice for a part of the session, that part comes from the
 * highlights engine, with a warning (D12).
 */
export function createEndpointNotesEngine(settings: ChatSettings): NotesEngine<Extracted> {
  openAiAddress(settings.url);
  const id = `endpoint ${settings.model ?? 'default'}`;
  const connected = (context: { signal: AbortSignal; progress(fraction: number, message?: string): void }) =>
    connect(settings, { signal: context.signal, progress: (message) => context.progress(0, message) });
  return {
    id,
    kind: 'notes',
    extraction: Extracted,
    extract: async (request, context) => extractAll(request, await connected(context), context, id),
    write: async (request, extraction, context) =>
      writeAll(request, extraction, await connected(context), context, id),
  };
}
