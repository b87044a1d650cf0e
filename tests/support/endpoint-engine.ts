import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';
import type { createTimers } from './timers.ts';

/** An engine whose model gives this answer, without waiting between retries. Close its `chat`. */
export async function startEndpointEngine(
  answer: ChatServer['answer'],
  {
    contextTokens = 16_384,
    startTimer,
  }: { contextTokens?: number; startTimer?: ReturnType<typeof createTimers>['start'] | undefined } = {},
): Promise<{ chat: ChatServer; engine: ReturnType<typeof createEndpointNotesEngine> }> {
  const chat = await startChatServer({
    models: [{ name: 'test-model', contextTokens, loadedTokens: contextTokens }],
  });
  chat.answer = answer;
  const engine = createEndpointNotesEngine({
    url: chat.url,
    model: null,
    sleep: async () => undefined,
    ...(startTimer === undefined ? {} : { startTimer }),
  });
  return { chat, engine };
}
