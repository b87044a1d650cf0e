import { setTimeout as sleepFor } from 'node:timers/promises';
import { z } from 'zod';
import { askService, parseJson, serviceAddress } from '../../engine-service.ts';
import { NotesUnavailable } from '../errors.ts';

export interface ChatSettings {
  /** `NOTES_URL`: the service's base address, with or without `/v1`. */
  url: string;
  /** `NOTES_KEY`: sent as a bearer token. */
  key?: string | null;
  /** `NOTES_MODEL` */
  model: string;
  requestTimeoutMs?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The service gave no usable response after all retries. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}

export interface Chat {
  /**
   * Asks for JSON that matches `schema`, with one attempt to repair it.
   * @throws AnswerFailed, NotesUnavailable or the signal's reason
   */
  ask<Value>(question: {
    name: string;
    system: string;
    user: string;
    schema: z.ZodType<Value>;
    signal: AbortSignal;
  }): Promise<Value>;
}

const BACK_OFF_MS = [1000, 3000, 9000];
const LONGEST_WAIT_MS = 120_000;
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullable(),
        }),
      }),
    )
    .min(1),
});

/** A client for an OpenAI-compatible chat service with JSON responses. */
export function createChat(settings: ChatSettings): Chat {
  const address = completionsAddress(settings.url);
  const sleep =
    settings.sleep ??
    ((milliseconds: number, signal: AbortSignal) => sleepFor(milliseconds, undefined, { signal }));
  /** The supported JSON response formats, learnt from refusals. */
  let formats: ('json_schema' | 'json_object' | 'none')[] = ['json_schema', 'json_object', 'none'];
  let everAnswered = false;

  const send = (messages: Message[], format: Record<string, unknown>, signal: AbortSignal) =>
    askService<Reply>({
      address,
      key: settings.key,
      body: JSON.stringify({ model: settings.model, messages, temperature: 0.2, ...format }),
      timeoutMs: settings.requestTimeoutMs ?? 300_000,
      signal,
      fetch: settings.fetch ?? fetch,
      read: readCompletion,
      setting: 'NOTES',
      formatWords: /response_format|json_schema|json_object|schema/i,
    });

  async function complete(
    messages: Message[],
    name: string,
    schema: z.ZodType,
    signal: AbortSignal,
  ): Promise<string> {
    for (let attempt = 0; ; ) {
      signal.throwIfAborted();
      const reply = await send(messages, formatOf(formats[0]!, name, schema), signal);
      if (reply.kind === 'content') {
        everAnswered = true;
        return reply.content;
      }
      if (reply.kind === 'format' && formats.length > 1) {
        formats = formats.slice(1);
        continue;
      }
      if (reply.kind === 'setUp')
        throw new NotesUnavailable(`The notes service ${reply.reason}`, { retryable: false });
      const pause = BACK_OFF_MS[attempt];
      if (reply.kind !== 'wait' || pause === undefined) {
        if (everAnswered) throw new AnswerFailed(`The notes service ${reply.reason}.`);
        throw new NotesUnavailable(`The notes service ${reply.reason}. Check NOTES_URL and NOTES_MODEL.`, {
          retryable: true,
        });
      }
      attempt += 1;
      await sleep(Math.min(reply.waitMs ?? pause, LONGEST_WAIT_MS), signal);
    }
  }

  return {
    async ask({ name, system, user, schema, signal }) {
      const messages: Message[] = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      let answer = await complete(messages, name, schema, signal);
      let read = readJson(answer, schema);
      if (!('value' in read)) {
        messages.push(
          { role: 'assistant', content: answer.slice(0, 8000) },
          {
            role: 'user',
            content: `That answer cannot be used: ${read.problem}. Answer again with one JSON object of the schema, and nothing else.`,
          },
        );
        answer = await complete(messages, name, schema, signal);
        read = readJson(answer, schema);
      }
      if ('value' in read) return read.value;
      throw new AnswerFailed(`The notes service gave no usable answer: ${read.problem}.`);
    },
  };
}

interface Reply {
  kind: 'content';
  content: string;
}

function formatOf(kind: 'json_schema' | 'json_object' | 'none', name: string, schema: z.ZodType) {
  if (kind === 'none') return {};
  if (kind === 'json_object') return { response_format: { type: 'json_object' } };
  const json_schema = { name, schema: z.toJSONSchema(schema, { io: 'output' }) };
  return { response_format: { type: 'json_schema', json_schema } };
}

function readCompletion(text: string): Reply | null {
  const completion = Completion.safeParse(parseJson(text));
  if (!completion.success) return null;
  const { content } = completion.data.choices[0]!.message;
  const said =
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
  return { kind: 'content', content: said };
}

/** The JSON object in a response, ignoring text around it: thoughts, fences, a friendly sentence. */
export function readJson<Value>(
  answer: string,
  schema: z.ZodType<Value>,
): { value: Value } | { problem: string } {
  const bare = answer.replace(/<think>[\s\S]*?<\/think>/gi, '').trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(bare)?.[1];
  const from = bare.indexOf('{');
  const to = bare.lastIndexOf('}');
  const braced = from >= 0 && to > from ? bare.slice(from, to + 1) : undefined;
  for (const text of [bare, fenced, braced]) {
    if (text === undefined) continue;
    const json = parseJson(text);
    if (json === undefined) continue;
    const parsed = schema.safeParse(json);
    if (parsed.success) return { value: parsed.data };
    const issue = parsed.error.issues[0];
    return { problem: `${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'does not fit'}` };
  }
  return { problem: 'it is not valid JSON' };
}

function completionsAddress(url: string): string {
  const address = serviceAddress(url, '/chat/completions');
  if (address) return address;
  throw new NotesUnavailable(`NOTES_URL is "${url}", which is not an address.`, { retryable: false });
}
