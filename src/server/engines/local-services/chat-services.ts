import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import { showModel } from '../notes/ollama/ollama-models.ts';

export type ChatSoftware = 'ollama' | 'lmStudio' | 'llamaCpp' | 'other';

export const softwareNames: Readonly<Record<ChatSoftware, string>> = {
  ollama: 'Ollama',
  lmStudio: 'LM Studio',
  llamaCpp: 'llama.cpp',
  other: 'the chat service',
};

interface ChatModel {
  name: string;
  contextTokens: number | null;
  isLoaded: boolean;
}

export interface ChatService {
  software: ChatSoftware;
  baseUrl: string;
  models: ChatModel[];
  parallelCalls: number;
}

export interface ServiceAccess {
  url: string;
  key?: string | null | undefined;
  fetch?: typeof fetch | undefined;
  signal: AbortSignal;
}

const Tags = z.object({
  models: z.array(
    z.object({ name: z.string(), details: z.object({ family: z.string().nullish() }).nullish() }),
  ),
});
const LmStudioModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      state: z.string(),
      max_context_length: z.number().nullish(),
      loaded_context_length: z.number().nullish(),
    }),
  ),
});
const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.number() }),
  total_slots: z.number().nullish(),
});
const OpenAiModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: z.number().nullish(),
      context_length: z.number().nullish(),
      context_window: z.number().nullish(),
    }),
  ),
});

const PARALLEL_CALLS = 3;

export async function describeChatService(access: ServiceAccess): Promise<ChatService | null> {
  const baseUrl = baseOf(access.url);
  if (baseUrl === null) return null;
  const openAiUrl = /\/v\d+\w*$/.test(pathOf(access.url)) ? plainAddress(access.url) : `${baseUrl}/v1`;
  let answers = false;
  const read = async <Value>(address: string, schema: z.ZodType<Value>): Promise<Value | null> => {
    const headers = access.key ? { authorization: `Bearer ${access.key}` } : {};
    try {
      const response = await (access.fetch ?? fetch)(address, { headers, signal: access.signal });
      answers = true;
      const text = await response.text();
      return response.ok ? (schema.safeParse(parseJson(text)).data ?? null) : null;
    } catch {
      return null;
    }
  };
  const [tags, lmStudio, props, listed] = await Promise.all([
    read(`${baseUrl}/api/tags`, Tags),
    read(`${baseUrl}/api/v0/models`, LmStudioModels),
    read(`${baseUrl}/props`, Props),
    read(`${openAiUrl}/models`, OpenAiModels),
  ]);
  if (!answers) return null;
  if (tags !== null)
    return {
      software: 'ollama',
      baseUrl,
      parallelCalls: 1,
      models: tags.models
        .filter(({ name, details }) => !/embed|bert/i.test(`${name} ${details?.family ?? ''}`))
        .map(({ name }) => ({ name, contextTokens: null, isLoaded: false })),
    };
  if (lmStudio !== null)
    return {
      software: 'lmStudio',
      baseUrl,
      parallelCalls: 1,
      models: lmStudio.data
        .filter(({ type }) => type !== 'embeddings')
        .map(({ id, state, loaded_context_length, max_context_length }) => ({
          name: id,
          contextTokens: loaded_context_length ?? (state === 'loaded' ? (max_context_length ?? null) : null),
          isLoaded: state === 'loaded',
        }))
        .sort((a, b) => Number(b.isLoaded) - Number(a.isLoaded)),
    };
  if (props !== null)
    return {
      software: 'llamaCpp',
      baseUrl,
      parallelCalls: Math.max(1, props.total_slots ?? 1),
      models: [
        {
          name: listed?.data[0]?.id ?? 'default',
          contextTokens: props.default_generation_settings.n_ctx,
          isLoaded: true,
        },
      ],
    };
  return {
    software: 'other',
    baseUrl,
    parallelCalls: PARALLEL_CALLS,
    models: (listed?.data ?? []).map((model) => ({
      name: model.id,
      contextTokens: model.max_model_len ?? model.context_length ?? model.context_window ?? null,
      isLoaded: true,
    })),
  };
}

export const FEWEST_CONTEXT_TOKENS = 8000;
/** Ollama reserves memory for the whole context; NOTES_CONTEXT raises it. */
const OLLAMA_CONTEXT_TOKENS = 16_384;
/** For services that don't report it; every current hosted model accepts more. */
const ASSUMED_CONTEXT_TOKENS = 16_384;

export interface ChosenModel {
  name: string;
  contextTokens: number;
  canThink: boolean;
  isMissing: boolean;
}

export async function chooseModel(
  service: ChatService,
  wanted: { model: string | null; contextTokens: number | null },
  access: ServiceAccess,
): Promise<ChosenModel | { problem: string }> {
  const where = softwareNames[service.software];
  const model =
    wanted.model === null
      ? service.models[0]
      : service.models.find(({ name }) => name === wanted.model || name === `${wanted.model}:latest`);
  const name = model?.name ?? wanted.model;
  if (service.software === 'ollama') {
    if (name === null)
      return {
        problem: `Ollama answers, but has no model. Run \`ollama pull qwen3:8b\`, or set NOTES_MODEL and it is downloaded.`,
      };
    const names =
      wanted.model === null ? service.models.slice(0, MOST_ASKED).map((each) => each.name) : [name];
    const problems: string[] = [];
    for (const each of names) {
      const chosen = await ollamaModel(service, each, wanted.contextTokens, access);
      if ('name' in chosen) return chosen;
      problems.push(chosen.problem);
    }
    return { problem: problems[0] ?? `${where} has no model.` };
  }
  if (service.software !== 'other' && model === undefined && wanted.model === null)
    return { problem: `${where} answers, but has no model. Load one there.` };
  // Loaded by a call, it gets LM Studio's default context, and long prompts are cut.
  if (service.software === 'lmStudio' && model?.isLoaded !== true)
    return {
      problem: `LM Studio has not loaded ${name}. Load it there, with a context length of 16384 or more.`,
    };
  const offered = model?.contextTokens ?? null;
  const contextTokens = Math.min(
    offered ?? Number.POSITIVE_INFINITY,
    wanted.contextTokens ?? offered ?? ASSUMED_CONTEXT_TOKENS,
  );
  if (contextTokens < FEWEST_CONTEXT_TOKENS) {
    const advice =
      service.software === 'lmStudio'
        ? 'Load it again with a context length of 16384.'
        : service.software === 'llamaCpp'
          ? 'Start llama-server with -c 16384 for each slot.'
          : 'Set NOTES_MODEL to a model with a longer context.';
    return { problem: tooSmall(where, name ?? 'the model', contextTokens, advice) };
  }
  return { name: name ?? 'default', contextTokens, canThink: false, isMissing: false };
}

const MOST_ASKED = 8;

async function ollamaModel(
  service: ChatService,
  name: string,
  wantedTokens: number | null,
  access: ServiceAccess,
): Promise<ChosenModel | { problem: string }> {
  const shown = await showModel({ ...access, url: service.baseUrl }, name, access.signal);
  const most = wantedTokens ?? OLLAMA_CONTEXT_TOKENS;
  if (shown === null) return { name, contextTokens: most, canThink: false, isMissing: true };
  const contextTokens = Math.min(shown.contextTokens ?? Number.POSITIVE_INFINITY, most);
  if (contextTokens >= FEWEST_CONTEXT_TOKENS)
    return { name, contextTokens, canThink: shown.canThink, isMissing: false };
  const advice = 'Set NOTES_MODEL to a model with a longer context.';
  return { problem: tooSmall(softwareNames.ollama, name, contextTokens, advice) };
}

const tooSmall = (where: string, name: string, tokens: number, advice: string) =>
  `${where} gives ${name} a context of ${tokens} tokens; notes need at least ${FEWEST_CONTEXT_TOKENS}. ${advice}`;

const plainAddress = (url: string) => url.replace(/[?#].*$/, '').replace(/\/+$/, '');

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : '');

export function baseOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return plainAddress(url)
    .replace(/\/(chat\/completions|audio\/transcriptions|inference)$/, '')
    .replace(/\/(v\d+\w*|api|api\/chat)$/, '')
    .replace(/\/+$/, '');
}
