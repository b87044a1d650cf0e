import type { NotesEngine } from '../port.ts';
import { type ChatSettings, connect } from './connect.ts';
import { Extracted, extractAll } from './extract.ts';
import { openAiAddress } from './openai-transport.ts';
import { writeAll } from './write.ts';

/**
 * A part that fails twice comes from the highlights engine, with a warning (D12). @throws NotesUnavailable
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
