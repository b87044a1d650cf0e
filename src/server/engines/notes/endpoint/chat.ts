import { setTimeout as sleepFor } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../engine-service.ts';
import { NotesUnavailable } from '../errors.ts';
import { type Answered, type ChatTransport, type Message, plainSchema } from './transport.ts';

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal });

/** `tooMuch`: half of the material may work. `unusable`: invalid, or failed after all retries. */
export type AnswerFailure = 'tooMuch' | 'refused' | 'unusable';

export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
  readonly why: AnswerFailure;

  constructor(why: AnswerFailure, message: string) {
    super(message);
    this.why = why;
  }
}

export interface ModelUse {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  milliseconds: number;
}

export interface Chat {
  /** Requests matching JSON, with one attempt at repair. @throws AnswerFailed, NotesUnavailable */
  ask<Value>(question: {
    name: string;
    system: string;
    user: string;
    schema: z.ZodType<Value>;
    signal: AbortSignal;
    /** Called after every call, even if its answer is unusable. */
    used(use: ModelUse): void;
  }): Promise<Value>;
}

export const BACK_OFF_MS: readonly number[] = [1000, 3000, 9000];
export const LONGEST_WAIT_MS = 120_000;
/** The repair has to fit into the context, too. */
const SHOWN_OF_UNUSABLE = 600;

export function createChat(options: { transport: ChatTransport; sleep?: Sleep; now?: () => number }): Chat {
  const sleep = options.sleep ?? realSleep;
  const now = options.now ?? (() => performance.now());
  let everAnswered = false;

  async function complete(
    messages: Message[],
    question: { name: string; schema: z.ZodType; signal: AbortSignal; used(use: ModelUse): void },
  ): Promise<Answered> {
    const { name, signal } = question;
    const schema = plainSchema(z.toJSONSchema(question.schema, { io: 'output' }));
    for (let attempt = 0; ; ) {
      signal.throwIfAborted();
      const startedAt = now();
      const reply = await options.transport.send(messages, { name, schema }, signal);
      if (reply.kind === 'content') {
        everAnswered = true;
        question.used({
          calls: 1,
          inputTokens: reply.inputTokens,
          outputTokens: reply.outputTokens,
          milliseconds: Math.round(now() - startedAt),
        });
        return reply;
      }
      if (reply.kind === 'tooLong')
        throw new AnswerFailed('tooMuch', `The notes service ${reply.reason}: this was too long for it.`);
      if (reply.kind === 'setUp')
        throw new NotesUnavailable(`The notes service ${reply.reason}`, { retryable: false });
      const pause = BACK_OFF_MS[attempt];
      if (reply.kind !== 'wait' || pause === undefined) {
        if (everAnswered) throw new AnswerFailed('unusable', `The notes service ${reply.reason}.`);
        throw new NotesUnavailable(`The notes service ${reply.reason}. Check NOTES_URL and NOTES_MODEL.`, {
          retryable: true,
        });
      }
      attempt += 1;
      await sleep(Math.min(reply.waitMs ?? pause, LONGEST_WAIT_MS), signal);
    }
  }

  return {
    async ask({ system, user, schema, ...question }) {
      const messages: Message[] = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      let problem = '';
      for (const isRepair of [false, true]) {
        const answer = await complete(messages, { ...question, schema });
        if (answer.isCut)
          throw new AnswerFailed('tooMuch', 'The notes service had no room for the whole answer.');
        if (answer.refusal !== null)
          throw new AnswerFailed('refused', `The model declined (${answer.refusal.slice(0, 200)}).`);
        const read = readJson(answer.content, schema);
        if ('value' in read) return read.value;
        problem = read.problem;
        if (isRepair) break;
        messages.push(
          { role: 'assistant', content: answer.content.slice(0, SHOWN_OF_UNUSABLE) },
          {
            role: 'user',
            content: `That answer cannot be used: ${problem}. Answer again with one JSON object of the schema, and nothing else.`,
          },
        );
      }
      throw new AnswerFailed('unusable', `The notes service gave no usable answer: ${problem}.`);
    },
  };
}

/** Ignores text around the JSON, such as thoughts or fences. */
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
