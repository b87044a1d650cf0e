import type { NotesEngine } from '../port.ts';
import { answerFrom } from './answer.ts';
import { changeNotes } from './change.ts';
import { type ChatSettings, type Connection, connect } from './connect.ts';
import { Extracted, extractAll } from './extract.ts';
import { openAiAddress } from './openai-transport.ts';
import { writeRecap } from './recap.ts';
import { writeAll } from './write.ts';

/** @throws NotesUnavailable */
export function createEndpointNotesEngine(settings: ChatSettings): NotesEngine<Extracted> {
  openAiAddress(settings.url);
  return createWritingEngine(`endpoint ${settings.model ?? 'default'}`, ({ signal, progress }) =>
    connect(settings, { signal, progress: (message) => progress(0, message) }),
  );
}

/** Notes by a model. A part that fails twice comes from the highlights engine, with a warning (D12). */
export function createWritingEngine(
  id: string,
  connected: (context: {
    signal: AbortSignal;
    progress(fraction: number, message?: string): void;
  }) => Promise<Connection>,
): NotesEngine<Extracted> {
  return {
    id,
    kind: 'notes',
    extraction: Extracted,
    extract: async (request, context) => extractAll(request, await connected(context), context, id),
    write: async (request, extraction, context) =>
      writeAll(request, extraction, await connected(context), context, id),
    recap: async (request, context) => writeRecap(request, await connected(context), context),
    answer: async (request, context) => answerFrom(request, await connected(context), context.signal),
    change: async (request, context) => changeNotes(request, await connected(context), context),
  };
}
