import type { StartTimer } from '../../engine-service.ts';
import {
  type ChatService,
  chooseModel,
  describeChatService,
  FEWEST_CONTEXT_TOKENS,
} from '../../local-services/chat-services.ts';
import { NotesUnavailable } from '../errors.ts';
import { pullModel } from '../ollama/ollama-models.ts';
import { createOllamaTransport } from '../ollama/ollama-transport.ts';
import { type Budget, budgetOf } from './budget.ts';
import { BACK_OFF_MS, type Chat, createChat, realSleep, type Sleep } from './chat.ts';
import { createOpenAiTransport } from './openai-transport.ts';

export interface ChatSettings {
  url: string;
  key?: string | null;
  model: string | null;
  contextTokens?: number | null;
  concurrency?: number | null;
  silenceMs?: number;
  fetch?: typeof fetch;
  sleep?: Sleep;
  startTimer?: StartTimer;
  now?: () => number;
}

export interface Connection {
  chat: Chat;
  model: string;
  budget: Budget;
  concurrency: number;
}

const SILENCE_MS = 600_000;
const DESCRIBE_LIMIT_MS = 10_000;

/** Finds the real context, and has Ollama download a missing model. @throws NotesUnavailable */
export async function connect(
  settings: ChatSettings,
  options: { signal: AbortSignal; progress(message: string): void },
): Promise<Connection> {
  const { signal } = options;
  const { url, key } = settings;
  const service = await described(settings, signal);
  const access = { url: service.baseUrl, key, fetch: settings.fetch, signal };
  const chosen = await chooseModel(
    service,
    { model: settings.model, contextTokens: settings.contextTokens ?? null },
    access,
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof NotesUnavailable) throw error;
    throw unreachable(error);
  });
  if ('problem' in chosen) throw new NotesUnavailable(chosen.problem, { retryable: false });
  let { contextTokens, canThink } = chosen;
  if (chosen.isMissing) {
    await pullModel(access, chosen.name, {
      signal,
      progress: (fraction, megabytes) =>
        options.progress(
          `Downloading the model ${chosen.name} (${megabytes} MB, once): ${Math.floor(fraction * 100)} %`,
        ),
    });
    const now = await chooseModel(
      service,
      { model: chosen.name, contextTokens: settings.contextTokens ?? null },
      access,
    );
    if ('problem' in now) throw new NotesUnavailable(now.problem, { retryable: false });
    ({ contextTokens, canThink } = now);
  }
  const shared = {
    key: key ?? null,
    model: chosen.name,
    silenceMs: settings.silenceMs ?? SILENCE_MS,
    ...fetchOf(settings),
    ...(settings.startTimer ? { startTimer: settings.startTimer } : {}),
  };
  const transport =
    service.software === 'ollama'
      ? createOllamaTransport({ ...shared, url: service.baseUrl, contextTokens, canThink })
      : createOpenAiTransport({ ...shared, url, contextTokens });
  return {
    chat: createChat({
      transport,
      ...(settings.sleep ? { sleep: settings.sleep } : {}),
      ...(settings.now ? { now: settings.now } : {}),
    }),
    model: chosen.name,
    budget: budgetOf(Math.max(FEWEST_CONTEXT_TOKENS, contextTokens)),
    concurrency: settings.concurrency ?? service.parallelCalls,
  };
}

const fetchOf = (settings: ChatSettings) => (settings.fetch ? { fetch: settings.fetch } : {});

async function described(settings: ChatSettings, signal: AbortSignal): Promise<ChatService> {
  const sleep = settings.sleep ?? realSleep;
  for (const pause of [...BACK_OFF_MS, null]) {
    signal.throwIfAborted();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(DESCRIBE_LIMIT_MS)]);
    const { url, key } = settings;
    const service = await describeChatService({ url, key, fetch: settings.fetch, signal: limit });
    if (service !== null) return service;
    signal.throwIfAborted();
    if (pause !== null) await sleep(pause, signal);
  }
  throw unreachable(null);
}

const unreachable = (cause: unknown) =>
  new NotesUnavailable('The notes service could not be reached. Check NOTES_URL, and that it runs.', {
    retryable: true,
    cause,
  });
