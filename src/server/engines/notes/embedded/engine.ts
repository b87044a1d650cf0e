import { budgetOf } from '../endpoint/budget.ts';
import { createChat, type Sleep } from '../endpoint/chat.ts';
import { createWritingEngine } from '../endpoint/engine.ts';
import type { Extracted } from '../endpoint/extract.ts';
import { NotesUnavailable } from '../errors.ts';
import type { NotesEngine } from '../port.ts';
import type { WriterHere } from './writer-here.ts';

/** Writes as with a service, but by the model on this computer. */
export function createEmbeddedNotesEngine(
  writer: Pick<WriterHere, 'id' | 'connect' | 'send'>,
  options: { sleep?: Sleep } = {},
): NotesEngine<Extracted> {
  return createWritingEngine(writer.id, async ({ signal, progress }) => {
    const found = await writer.connect({ signal, progress: (message) => progress(0, message) });
    if ('kind' in found)
      throw new NotesUnavailable(`The language model ${found.reason}`, { retryable: found.kind === 'wait' });
    const chat = createChat({
      transport: {
        send: (messages, { schema, mostTokens }, ofCall) => writer.send(messages, schema, ofCall, mostTokens),
      },
      called: 'The language model',
      advice: '',
      ...options,
    });
    return { chat, model: found.model, budget: budgetOf(found.contextTokens), concurrency: 1 };
  });
}
