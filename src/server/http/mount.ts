import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { BodyOf, Call, HeadersOf, ParamsOf, QueryOf } from '#contract/call.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { wordsOfIssue } from '#contract/invalid-words.ts';
import { isProbe } from '#contract/server.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Limiter } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Authenticator, SignedInUser } from './authenticator.ts';
import { defaultMaxBodyBytes, readBytes, readJson, refuseUnstorable } from './body.ts';
import { type Gate, type Turns, takingOwnPlace } from './gate.ts';
import { longList } from './long-lists.ts';
import { assertOperator } from './operator.ts';

export interface RequestVariables {
  log: Logger;
  userId?: string;
  refusal?: ErrorCode;
  /** The address of a page or file that the server knows by name. */
  page?: string;
}
export type App = Hono<{ Variables: RequestVariables }>;

export interface Input<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  headers: HeadersOf<C>;
  body: C['bodyType'] extends 'bytes' ? Uint8Array<ArrayBuffer> : BodyOf<C>;
  user: C['auth'] extends 'none' | 'operator'
    ? null
    : C['auth'] extends 'optional'
      ? SignedInUser | null
      : SignedInUser;
  request: Request;
  signal: AbortSignal;
}

/** A long body that a thread has written. */
export class WrittenJson {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}

/** An answer with headers of its own, or to a call that has several statuses. */
export class Reply<Status extends number, Body = undefined> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, body: Body, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type BodyBy<Schema> = Schema extends z.ZodType
  ? z.infer<Schema> | WrittenJson
  : Schema extends 'text'
    ? string
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing.
      void;
type Sole<Key, All = Key> = Key extends unknown ? ([All] extends [Key] ? Key : never) : never;
/** A body alone is the answer to a call with one status. */
type Answer<C extends Call, Status = keyof C['responses'] & number> =
  | (Status extends keyof C['responses']
      ? C['responses'][Status] extends 'events' | 'bytes'
        ? Response
        : Reply<Status & number, BodyBy<C['responses'][Status]>>
      : never)
  | BodyBy<C['responses'][Sole<keyof C['responses']>]>;

interface MountOptions {
  maxBodyBytes?: number;
  tooLarge?: ErrorCode;
}

export type Mount = <const C extends Call>(
  call: C,
  handler: (input: Input<C>) => Answer<C> | Promise<Answer<C>>,
  options?: MountOptions,
) => void;

/** `details.field` names the first invalid field; the message only for bodies, which users fill in. */
function validate(schema: z.ZodType | undefined, value: unknown, part: string, log: Logger): unknown {
  const invalid = (path: readonly PropertyKey[], message?: string, issue = 'too_big') => {
    const field = [part, ...path].join('.');
    log.info({ field, issue, reason: message }, 'A request is invalid.');
    return new Refusal('invalidRequest', {
      ...(part === 'body' && message ? { message } : {}),
      details: { field },
    });
  };
  if (!schema) return undefined;
  const long = longList(schema, value);
  if (long)
    throw invalid(
      long.path,
      wordsOfIssue({
        code: 'too_big',
        origin: 'array',
        maximum: long.most,
        input: undefined,
        path: long.path,
      }),
    );
  const result = schema.safeParse(value, { error: wordsOfIssue });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue?.path ?? [], issue?.message, issue?.code);
}

function validateHeaders(call: Call, request: Request, log: Logger): unknown {
  if (!call.headers) return undefined;
  if (call.errors.includes('preconditionRequired') && !request.headers.has('if-match'))
    throw new Refusal('preconditionRequired');
  const wanted = Object.keys(call.headers.shape);
  const given = Object.fromEntries(
    wanted.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  refuseUnstorable(given);
  return validate(call.headers, given, 'headers', log);
}

function readBody(call: Call, request: Request, options: MountOptions): Promise<unknown> {
  const maxBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;
  if (call.bodyType === 'bytes') return readBytes(request, maxBytes, options.tooLarge);
  if (!call.body) return Promise.resolve(undefined);
  return readJson(request, maxBytes, options.tooLarge);
}

function answer(call: Call, answered: unknown, checkResponses: boolean): Response {
  if (answered instanceof Response) return answered;
  const reply =
    answered instanceof Reply ? answered : new Reply(Number(Object.keys(call.responses)[0]), answered);
  const schema = call.responses[reply.status];
  if (schema === undefined)
    throw new Error(`${call.method} ${call.path} has no answer ${reply.status} in its contract.`);
  const headers = { 'cache-control': 'no-store', ...reply.headers };
  if (schema === null) return new Response(null, { status: reply.status, headers });
  if (typeof schema === 'string')
    return new Response(String(reply.body), {
      status: reply.status,
      headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    });
  const written = reply.body instanceof WrittenJson ? reply.body.bytes : null;
  if (checkResponses) {
    const checked = schema.safeParse(
      written === null ? reply.body : JSON.parse(new TextDecoder().decode(written)),
    );
    if (!checked.success)
      throw new Error(`${call.method} ${call.path} breaks its contract: ${checked.error.message}`);
  }
  return new Response(written ?? JSON.stringify(reply.body), {
    status: reply.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

const parameter = /\{(\w+)\}([\w-]*)/g;

const honoPath = (path: string) =>
  path.replaceAll(parameter, (_, name: string, end: string) =>
    end === '' ? `:${name}` : `:${name}{[^/]+${end}}`,
  );

function paramsOf(path: string, given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    [...path.matchAll(parameter)].flatMap(([, name = '', end = '']) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value.slice(0, value.length - end.length)]];
    }),
  );
}

export const pathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

const isExempt = (call: Call) => isProbe(call.path);

export function createMount(deps: {
  app: App;
  authenticator: Authenticator;
  checkResponses: boolean;
  mounted: Call[];
  /** Null: calls of the operator are always refused. */
  operatorKey?: string | null;
  calls?: Pick<Limiter, 'enforce'>;
  gate?: Gate;
  turns?: Turns;
}): Mount {
  return (call, handler, options = {}) => {
    deps.mounted.push(call);
    const handle = async (context: Context<{ Variables: RequestVariables }>): Promise<Response> => {
      const request = context.req.raw;
      const log = context.get('log');
      const gate = isExempt(call) ? undefined : deps.gate;
      gate?.assertRoom();
      if (call.auth === 'operator')
        assertOperator(deps.operatorKey ?? null, request.headers.get('x-operator-key'));
      const user =
        call.auth === 'none' || call.auth === 'operator'
          ? null
          : call.auth === 'optional'
            ? await deps.authenticator.optional(request)
            : await deps.authenticator.required(request);
      if (user) {
        context.set('userId', user.userId);
        await deps.calls?.enforce(user.userId);
      }

      const query = Object.fromEntries(new URL(request.url).searchParams);
      refuseUnstorable(query);
      const params = validate(call.params, paramsOf(call.path, context.req.param()), 'params', log);
      const input = {
        params,
        query: validate(call.query, query, 'query', log),
        headers: validateHeaders(call, request, log),
        body:
          call.bodyType === 'bytes'
            ? await readBody(call, request, options)
            : validate(call.body, await readBody(call, request, options), 'body', log),
        user,
        request,
        signal: request.signal,
      };
      // biome-ignore lint/plugin: values validated by the call's schemas have the types inferred from them.
      const work = async () => handler(input as unknown as Input<typeof call>);
      const inGate = () => (gate === undefined ? work() : gate.run(work, request.signal));
      const { turns } = deps;
      const reply = await (user && turns ? turns.run(user.userId, inGate, request.signal) : inGate());
      return answer(call, reply, deps.checkResponses);
    };
    deps.app.on(call.method, honoPath(call.path), takingOwnPlace(handle));
  };
}
