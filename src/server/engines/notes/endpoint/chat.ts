import { setTimeout as sleepFor } from 'node:timers/promises';
import { z } from 'zod';
import { isRecord, parseJson } from '#contract/unknown-values.ts';
import { NotesUnavailable } from '../errors.ts';
import type { Room } from './room.ts';
import { type Answered, CHARACTERS_OF_TOKEN, type ChatTransport, type Message } from './transport.ts';

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal });

/** `tooMuch`: half of the material may work. `unusable`: invalid, or failed after all retries. `endless`: as long as it may be, and without one whole item. */
type AnswerFailure = 'tooMuch' | 'refused' | 'unusable' | 'endless';

export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
  readonly why: AnswerFailure;
  /** How the answer began, for the operator's log. */
  readonly answer: string;

  constructor(why: AnswerFailure, message: string, answer = '') {
    super(message);
    this.why = why;
    this.answer = answer.replace(/\s+/g, ' ').trim().slice(0, LOGGED_OF_UNUSABLE);
  }
}

interface ModelUse {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  milliseconds: number;
}
export const noUse: ModelUse = { calls: 0, inputTokens: 0, outputTokens: 0, milliseconds: 0 };

export type Chat = ReturnType<typeof createChat>;

export const BACK_OFF_MS: readonly number[] = [1000, 3000, 9000];
export const LONGEST_WAIT_MS = 120_000;
const LOGGED_OF_UNUSABLE = 200;
const NEARLY = 0.9;
/** Tokens. Less is no answer. */
const LEAST_ANSWER = 30;
/** The repair has to fit into the context, too. */
const SHOWN_OF_UNUSABLE = 600;

/** @param options.called how messages call the transport; `advice` is what to do if it never answered */
export function createChat(options: {
  transport: ChatTransport;
  called?: string;
  advice?: string;
  sleep?: Sleep;
  now?: () => number;
}) {
  const sleep = options.sleep ?? realSleep;
  const now = options.now ?? (() => performance.now());
  const { called = 'The notes service', advice = ' Check NOTES_URL and NOTES_MODEL.' } = options;
  let everAnswered = false;

  async function complete(
    messages: Message[],
    question: Parameters<Chat['ask']>[0],
    mostTokens: number | undefined,
  ): Promise<Answered> {
    const { name, signal } = question;
    const schema = z.toJSONSchema(question.schema, { io: 'output' });
    for (let attempt = 0; ; ) {
      signal.throwIfAborted();
      const startedAt = now();
      const reply = await options.transport.send(messages, { name, schema, mostTokens }, signal);
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
        throw new AnswerFailed('tooMuch', `${called} ${reply.reason}: this was too long for it.`);
      if (reply.kind === 'setUp')
        throw new NotesUnavailable(`${called} ${reply.reason}`, { retryable: false });
      const pause = BACK_OFF_MS[attempt];
      if (reply.kind !== 'wait' || pause === undefined) {
        if (everAnswered) throw new AnswerFailed('unusable', `${called} ${reply.reason}.`);
        throw new NotesUnavailable(`${called} ${reply.reason}.${advice}`, {
          retryable: true,
        });
      }
      attempt += 1;
      await sleep(Math.min(reply.waitMs ?? pause, LONGEST_WAIT_MS), signal);
    }
  }

  return {
    /** Requests matching JSON, with one attempt at repair. @throws AnswerFailed, NotesUnavailable */
    async ask<Value>(question: {
      name: string;
      system: string;
      user: string;
      schema: z.ZodType<Value>;
      /** Of an answer that is longer, what it says first is taken, and the rest is left. Thoughts do not count. Default: as the model has room for, and a cut answer is a failure. */
      room?: Room;
      /** Called when the beginning of a longer answer is taken. `limit`: it had all its room; `service`: the service ended it before. */
      cut?(by: 'limit' | 'service'): void;
      signal: AbortSignal;
      /** Called after every call, even if its answer is unusable. */
      used(use: ModelUse): void;
    }): Promise<Value> {
      const { system, user, room } = question;
      const messages: Message[] = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      let problem = 'there is no room for one';
      let unusable = '';
      for (const isRepair of [false, true]) {
        const mostTokens = room?.most;
        if (mostTokens !== undefined && mostTokens < LEAST_ANSWER) break;
        const answer = await complete(messages, question, mostTokens);
        const written = Math.ceil(answer.content.length / CHARACTERS_OF_TOKEN);
        let isUsed = false;
        try {
          const read = readAnswer(answer, question, { written, mostTokens });
          isUsed = 'value' in read;
          if ('value' in read) return read.value;
          ({ problem } = read);
        } finally {
          room?.wrote(written, isUsed);
        }
        unusable = answer.content;
        if (isRepair) break;
        messages.push(
          { role: 'assistant', content: answer.content.slice(0, SHOWN_OF_UNUSABLE) },
          {
            role: 'user',
            content: `That answer cannot be used: ${problem}. Answer again with one JSON object of the schema, and nothing else.`,
          },
        );
      }
      throw new AnswerFailed('unusable', `${called} gave no usable answer: ${problem}.`, unusable);
    },
  };

  function readAnswer<Value>(
    answer: Answered,
    { schema, cut }: { schema: z.ZodType<Value>; cut?(by: 'limit' | 'service'): void },
    { written, mostTokens }: { written: number; mostTokens: number | undefined },
  ): { value: Value } | { problem: string } {
    if (answer.isCut && mostTokens !== undefined) {
      const begun = beginningOf(answer.content);
      const read = begun === null ? null : readJson(begun, schema);
      const isLimit = Math.max(written, answer.outputTokens) >= mostTokens * NEARLY;
      if (read !== null && 'value' in read) {
        cut?.(isLimit ? 'limit' : 'service');
        return read;
      }
      if (isLimit) throw new AnswerFailed('endless', `${called} wrote on without an end.`, answer.content);
    }
    if (answer.isCut) throw new AnswerFailed('tooMuch', `${called} had no room for the whole answer.`);
    if (answer.refusal !== null)
      throw new AnswerFailed('refused', `The model declined (${answer.refusal.slice(0, 200)}).`);
    return readJson(answer.content, schema);
  }
}

/** Of JSON that was cut: what is there up to its last whole object, with all that is open closed. Null if there is none. */
export function beginningOf(cut: string): string | null {
  const open: string[] = [];
  let whole: string | null = null;
  let inString = false;
  const text = answerIn(cut);
  for (let at = Math.max(0, text.indexOf('{')); at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') open.unshift(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') {
      open.shift();
      if (character === '}') whole = text.slice(0, at + 1) + open.join('');
    }
  }
  return whole;
}

/** The object of the schema, wherever it stands: after thoughts, on a channel, in a fence, in an envelope. */
export function readJson<Value>(
  answer: string,
  schema: z.ZodType<Value>,
): { value: Value } | { problem: string } {
  let problem = 'it is not valid JSON';
  for (const text of [answerIn(answer), answer]) {
    for (const json of objectsIn(text)) {
      const read = fitting(json, schema);
      if ('value' in read) return read;
      if (problem === 'it is not valid JSON') problem = read.problem;
    }
  }
  return { problem };
}

/** Without thoughts, which may lack their opening tag, and channels other than the final one. */
function answerIn(text: string): string {
  const final =
    text.split(/<\|channel\|>\s*final\s*(?:<\|constrain\|>\s*\w+\s*)?<\|message\|>/).at(-1) ?? text;
  return final.split(/<\/(?:think|thinking|thought|reasoning)>/i).at(-1) ?? final;
}

const MOST_OBJECTS = 200;

/** All whole JSON objects that are not part of another, the longest first. */
function objectsIn(text: string): unknown[] {
  const found: { json: unknown; length: number }[] = [];
  let tried = 0;
  for (let from = text.indexOf('{'); from >= 0 && tried < MOST_OBJECTS; tried += 1) {
    const to = endOfObject(text, from);
    const json = to === null ? undefined : parseJson(text.slice(from, to));
    if (to !== null && json !== undefined) found.push({ json, length: to - from });
    from = text.indexOf('{', to !== null && json !== undefined ? to : from + 1);
  }
  return found.sort((one, other) => other.length - one.length).map(({ json }) => json);
}

function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** The object, or the one that it only wraps. What fits without one field in common says nothing. */
function fitting<Value>(json: unknown, schema: z.ZodType<Value>): { value: Value } | { problem: string } {
  const parsed = schema.safeParse(json);
  if (parsed.success && sharesField(json, parsed.data)) return { value: parsed.data };
  const inner = isRecord(json) ? Object.values(json).filter(isRecord) : [];
  for (const each of inner) {
    const read = schema.safeParse(each);
    if (read.success && sharesField(each, read.data)) return { value: read.data };
  }
  const issue = parsed.error?.issues[0];
  return { problem: `${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'does not fit'}` };
}

function sharesField(json: unknown, value: unknown): boolean {
  if (!isRecord(json) || !isRecord(value)) return true;
  // An empty object says that nothing was found.
  if (Object.keys(json).length === 0) return true;
  return Object.keys(value).length === 0 || Object.keys(value).some((key) => Object.hasOwn(json, key));
}
