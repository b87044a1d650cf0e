import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import { askService, isTooLong, type ServiceRefusal, type StartTimer, saidIn } from '../../engine-service.ts';
import { type Answered, type ChatTransport, estimatedTokens, plainSchema } from '../endpoint/transport.ts';

interface OllamaTransportSettings {
  url: string;
  key?: string | null;
  model: string;
  /** Fixed for an analysis, because Ollama reloads the model when `num_ctx` changes. */
  contextTokens: number;
  canThink: boolean;
  silenceMs: number;
  fetch?: typeof fetch;
  startTimer?: StartTimer;
}

const Part = z.object({
  message: z.object({ content: z.string().nullish() }).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
  error: z.string().nullish(),
});

const KEEP_ALIVE = '15m';
const TEMPLATE_TOKENS = 64;

/**
 * Ollama's OpenAI-compatible address silently cuts prompts at its default context. Here `truncate` and
 * `shift` turn a cut into an error; in older versions, a prompt that fills the whole context counts as cut.
 */
export function createOllamaTransport(settings: OllamaTransportSettings): ChatTransport {
  const { contextTokens, model } = settings;
  return {
    async send(messages, { schema, mostTokens = Number.POSITIVE_INFINITY }, signal) {
      const promptTokens =
        TEMPLATE_TOKENS + messages.reduce((sum, { content }) => sum + estimatedTokens(content), 0);
      if (promptTokens >= contextTokens)
        return { kind: 'tooLong', reason: `has a context of ${contextTokens} tokens`, waitMs: null };
      return askService<Answered>({
        address: `${settings.url}/api/chat`,
        key: settings.key,
        body: JSON.stringify({
          model,
          messages,
          stream: true,
          format: plainSchema(schema),
          truncate: false,
          shift: false,
          keep_alive: KEEP_ALIVE,
          ...(settings.canThink ? { think: false } : {}),
          options: {
            num_ctx: contextTokens,
            num_predict: Math.min(mostTokens, contextTokens - promptTokens),
            temperature: 0.2,
          },
        }),
        silenceMs: settings.silenceMs,
        signal,
        ...(settings.fetch ? { fetch: settings.fetch } : {}),
        ...(settings.startTimer ? { startTimer: settings.startTimer } : {}),
        read: (text) => readParts(text, contextTokens),
        setting: 'NOTES',
        formatWords: /(?!)/,
      });
    },
  };
}

export function readParts(text: string, contextTokens: number): Answered | ServiceRefusal | null {
  let content = '';
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const part = Part.safeParse(parseJson(line));
    if (!part.success) return null;
    const { message, done, done_reason, prompt_eval_count, eval_count, error } = part.data;
    if (error != null)
      return {
        kind: isTooLong(error) ? 'tooLong' : 'wait',
        reason: `answered ${saidIn(line)}`,
        waitMs: null,
      };
    content += message?.content ?? '';
    if (done !== true) continue;
    if ((prompt_eval_count ?? 0) >= contextTokens - 1)
      return { kind: 'tooLong', reason: `cut the question at ${contextTokens} tokens`, waitMs: null };
    return {
      kind: 'content',
      content,
      isCut: done_reason === 'length',
      refusal: null,
      inputTokens: prompt_eval_count ?? 0,
      outputTokens: eval_count ?? 0,
    };
  }
  return { kind: 'wait', reason: 'broke off in the middle of its answer', waitMs: null };
}
